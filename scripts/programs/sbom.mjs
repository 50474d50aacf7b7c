/**
 * Lists what an image is made of, as a CycloneDX document on standard output: the npm packages, which
 * another tool has listed, and everything else, which only the image knows.
 *
 *     node scripts/programs/sbom.mjs <image> <npm.cdx.json>
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** @typedef {{ components: object[] } & Record<string, unknown>} Document as in CycloneDX */

/**
 * Prints one line for each part: its type, name, version, and package URL without the version,
 * separated by tabs. Releases of yt-dlp are signed, and come from GitHub (signed-release.mjs).
 */
const LIST = `set -e
. /etc/os-release
printf 'operating-system\\t%s\\t%s\\t\\n' "$ID" "$VERSION_ID"
printf 'application\\tnode\\t%s\\tgeneric/node\\n' "$(node --version | cut -c2-)"
if [ -x node_modules/yt-dlp-exec/bin/yt-dlp ]; then
  printf 'application\\tyt-dlp\\t%s\\tgithub/yt-dlp/yt-dlp\\n' "$(node_modules/yt-dlp-exec/bin/yt-dlp --version)"
fi
dpkg-query --show --showformat 'library\\t\${Package}\\t\${Version}\\t'"deb/$ID/"'\${Package}?arch=\${Architecture}'"&distro=$ID-$VERSION_ID\\n"`;

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

/** @param {string} line */
function componentOf(line) {
  const [type, name, version = '', path] = line.split('\t');
  if (path === undefined) {
    throw new Error(`The image printed a line that is not understood: ${line}`);
  }
  if (path === '') {
    return { type, 'bom-ref': `os:${name}`, name, version };
  }
  const purl = `pkg:${path.replace(/(?=\?)|$/, `@${encodeURIComponent(version)}`)}`;
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
