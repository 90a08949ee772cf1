/** The client's first page: everything filled in for them. Not a step of the server's list. */
export const CHECK_PATH = "/enrollment/check";
/** The client's page after giving the application back. */
export const RETURNED_PATH = "/enrollment/returned";
