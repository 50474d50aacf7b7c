/**
 * The two formats of apt's sources (sources.list(5)), read and written as far as it takes to name
 * the backports of the archive a machine already uses. No host name of ours: the machine's own.
 *
 * @typedef {object} AptSource
 * @property {string[]} uris
 * @property {string[]} suites
 * @property {string[]} components
 * @property {Record<string, string>} options in deb822's names, values as they stand in the file
 */

/** One-line options (`[arch=amd64 signed-by=…]`) and the deb822 fields that mean the same. */
const OPTION_FIELDS = {
  arch: 'Architectures',
  lang: 'Languages',
  'signed-by': 'Signed-By',
  trusted: 'Trusted',
  'allow-insecure': 'Allow-Insecure',
  'check-valid-until': 'Check-Valid-Until',
};

/** Options that take several values, which the one-line format joins with commas. */
const LISTS = new Set(['Architectures', 'Languages']);

/**
 * The binary (`deb`) entries of a one-line file; comments and anything unreadable are left out.
 * @param {string} text
 * @returns {AptSource[]}
 */
export function parseOneLine(text) {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s*([^#]*)/.exec(line);
    if (!match) {
      return [];
    }
    const [, options = '', uri = '', suite = '', components = ''] = match;
    return [
      {
        uris: [uri],
        suites: [suite],
        components: words(components),
        options: oneLineOptions(options),
      },
    ];
  });
}

/**
 * The binary entries of a deb822 file that are not switched off.
 * @param {string} text
 * @returns {AptSource[]}
 */
export function parseDeb822(text) {
  return stanzas(text).flatMap((fields) => {
    const off = ['no', 'false', '0', 'off', 'without', 'disable'].includes(
      (fields.enabled?.value ?? '').toLowerCase(),
    );
    if (off || !words(fields.types?.value ?? '').includes('deb')) {
      return [];
    }
    const own = ['types', 'uris', 'suites', 'components', 'enabled'];
    const options = Object.entries(fields).filter(([key]) => !own.includes(key));
    return [
      {
        uris: words(fields.uris?.value ?? ''),
        suites: words(fields.suites?.value ?? ''),
        components: words(fields.components?.value ?? ''),
        options: Object.fromEntries(options.map(([, { name, value }]) => [name, value])),
      },
    ];
  });
}

/**
 * The backports beside the machine's own archive of a release, or undefined when none of its
 * sources is that archive (an offline disc is not one).
 * @param {AptSource[]} sources
 * @param {string} codename VERSION_CODENAME of os-release(5)
 * @returns {AptSource | undefined}
 */
export function backportsOf(sources, codename) {
  const base = sources.find(
    ({ uris, suites, components }) =>
      suites.includes(codename) &&
      components.includes('main') &&
      uris.some((uri) => !uri.startsWith('cdrom:')),
  );
  return base && { ...base, suites: [`${codename}-backports`] };
}

/**
 * A source as the text of a `.sources` file.
 * @param {AptSource} source
 */
export function renderDeb822({ uris, suites, components, options }) {
  const fields = {
    Types: 'deb',
    URIs: uris.join(' '),
    Suites: suites.join(' '),
    Components: components.join(' '),
    ...options,
  };
  return `${Object.entries(fields)
    .map(([name, value]) => (value.startsWith('\n') ? `${name}:${value}` : `${name}: ${value}`))
    .join('\n')}\n`;
}

/**
 * VERSION_CODENAME of os-release(5), or undefined.
 * @param {string} text
 */
export function codenameOf(text) {
  return /^VERSION_CODENAME=["']?([a-z0-9-]+)["']?\s*$/m.exec(text)?.[1];
}

/** @param {string} text */
function oneLineOptions(text) {
  const pairs = [...text.matchAll(/([a-z-]+)\s*=\s*(\S+)/gi)].flatMap(
    ([, key = '', value = '']) => {
      const field = OPTION_FIELDS[key.toLowerCase()];
      return field ? [[field, LISTS.has(field) ? value.replaceAll(',', ' ') : value]] : [];
    },
  );
  return Object.fromEntries(pairs);
}

/**
 * Fields by lower-case name. Values keep their continuation lines: a Signed-By may be a whole key.
 * @param {string} text
 * @returns {Record<string, { name: string, value: string }>[]}
 */
function stanzas(text) {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  const blocks = lines.join('\n').split(/\n[ \t]*\n/);
  return blocks.map((block) => {
    const fields = [...block.matchAll(/^([^\s:#][^:\n]*):[ \t]*(.*(?:\n[ \t].*)*)/gm)];
    return Object.fromEntries(
      fields.map(([, name = '', value = '']) => [
        name.toLowerCase(),
        { name, value: value.trimEnd() },
      ]),
    );
  });
}

/** @param {string} text */
function words(text) {
  return text.split(/\s+/).filter(Boolean);
}
