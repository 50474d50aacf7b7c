/**
 * Lists what an image is made of, as a CycloneDX document on standard output: the npm packages, which
 * another tool has listed, and everything else, which only the image knows.
 *
 *     node scripts/programs/sbom.mjs <image> <npm.cdx.json>
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Component as in CycloneDX
 * @property {string} type
 * @property {string} bom-ref
 * @property {string} name
 * @property {string} version
 * @property {string} [purl]
 *
 * @typedef {{ components: object[] } & Record<string, unknown>} Document
 */

/** Prints one line for each part: its kind, and what `componentOf` needs, separated by tabs. */
const LIST = `set -e
. /etc/os-release
printf 'os\\t%s\\t%s\\n' "$ID" "$VERSION_ID"
printf 'node\\t%s\\n' "$(node --version)"
if [ -x node_modules/yt-dlp-exec/bin/yt-dlp ]; then
  printf 'yt-dlp\\t%s\\n' "$(node_modules/yt-dlp-exec/bin/yt-dlp --version)"
fi
dpkg-query --show --showformat "deb\\t$ID\\t$VERSION_ID\\t"'\${Package}\\t\${Version}\\t\${Architecture}\\n'`;

/**
 * Adds the parts of an image to the list of its npm packages.
 * @param {Document} npm
 * @param {string} listing the output of `LIST`
 * @returns {Document}
 * @throws {Error} if a line is not understood
 */
export function withPartsOf(npm, listing) {
  const lines = listing.split('\n').filter(Boolean);
  return { ...npm, components: [...npm.components, ...lines.map(componentOf)] };
}

/**
 * @param {string} line
 * @returns {Component}
 */
function componentOf(line) {
  const [kind, ...fields] = line.split('\t');
  const [first = '', second = '', name = '', version = '', architecture = ''] = fields;
  switch (kind) {
    case 'os':
      return { type: 'operating-system', 'bom-ref': `os:${first}`, name: first, version: second };
    case 'node':
      return named('application', 'node', first, `pkg:generic/node@${first.slice(1)}`);
    case 'yt-dlp':
      // Releases are signed, and come from GitHub (signed-release.mjs).
      return named('application', 'yt-dlp', first, `pkg:github/yt-dlp/yt-dlp@${first}`);
    case 'deb': {
      const where = `arch=${architecture}&distro=${first}-${second}`;
      const purl = `pkg:deb/${first}/${name}@${encodeURIComponent(version)}?${where}`;
      return named('library', name, version, purl);
    }
    default:
      throw new Error(`The image printed a line that is not understood: ${line}`);
  }
}

/**
 * @param {string} type
 * @param {string} name
 * @param {string} version
 * @param {string} purl
 */
function named(type, name, version, purl) {
  return { type, 'bom-ref': purl, name, version, purl };
}

/**
 * @param {string} [image]
 * @param {string} [npm] the path of the list of npm packages
 */
async function main(image = '', npm = '') {
  const { execa } = await import('execa');
  const argv = ['run', '--rm', '--network=none', '--entrypoint=sh', image, '-c', LIST];
  const { stdout } = await execa('docker', argv, { stderr: 'inherit' });
  const document = withPartsOf(JSON.parse(await readFile(npm, 'utf8')), stdout);
  console.log(JSON.stringify(document, null, 2));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  void main(...process.argv.slice(2));
}
