/** The shareable link of a result: loaded by those who want one. */
export const loadLinkBox = async () => (await import('./link-box.js')).LinkBox;
