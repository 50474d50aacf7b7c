/** Loads the component that creates a result's link on demand. */
export const loadLinkBox = async () => (await import('./link-box.js')).LinkBox;
