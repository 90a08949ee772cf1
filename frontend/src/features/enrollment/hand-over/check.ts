/** Where a client first lands: everything that was filled in for them. No step of the server's list. */
export const CHECK_PATH = "/enrollment/check";
/** Where a client is after giving the application back. */
export const RETURNED_PATH = "/enrollment/returned";
