const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

/** Looks like an address; whether there is such a one only the server can say. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim());
