export const loadLinkBox = async () => (await import('./link-box.js')).LinkBox;
