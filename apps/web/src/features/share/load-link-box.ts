/** Loads the shareable link of a result on demand. */
export const loadLinkBox = async () => (await import('./link-box.js')).LinkBox;
