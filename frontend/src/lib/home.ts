/** Where the logo and the Home breadcrumb go: the landing page or the brand's home, both at the router's base. */
export const homePath = (): string => "/";
