/** Loads on demand the component that creates a result's link. */
export const loadLinkBox = async () => (await import('./link-box.js')).LinkBox;
