// @ts-nocheck: these are internal modules of jsdom.
/**
 * Makes jsdom compute only the styles that specs depend on, because Testing Library asks for the
 * styles of an element and all its ancestors at every query by role and at every click. jsdom would
 * match 120 rules against each of them and resolve twelve colors; that took a twelfth of the time.
 */
const SHEET = require.resolve('jsdom/lib/jsdom/browser/default-stylesheet.js');
const NEEDED = ['display', 'visibility', 'pointer-events'];
const RULE = /([^{}]+)\{([^}]*)\}/g;

/** @param {string} declaration such as `display: none` */
const isNeeded = (declaration) => NEEDED.includes(declaration.split(':')[0].trim());

/**
 * Returns a style sheet without the declarations and rules that no spec depends on.
 * @param {string} sheet
 */
function plainStyles(sheet) {
  return sheet.replace(/\/\*[^]*?\*\//g, '').replace(RULE, (_, selector, declarations) => {
    const kept = declarations.split(';').filter(isNeeded);
    return kept.length === 0 ? '' : `${selector.trim()} { ${kept.join(';')} }\n`;
  });
}

require(SHEET);
require.cache[SHEET].exports = plainStyles(require.cache[SHEET].exports);

const styleRules = require('jsdom/lib/jsdom/living/helpers/style-rules.js');
const resolved = styleRules.propertiesWithResolvedValueImplemented;
for (const property of Object.keys(resolved)) {
  if (!NEEDED.includes(property)) {
    delete resolved[property];
  }
}
