/**
 * Enables the defaults of the router's version 7 in version 6. Navigations are transitions: the old
 * page stays until the new one is ready.
 */
export const ROUTER_FUTURE = { v7_startTransition: true, v7_relativeSplatPath: true } as const;
