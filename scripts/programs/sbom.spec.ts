import { withPartsOf } from './sbom.mjs';

const NPM = { bomFormat: 'CycloneDX', components: [{ name: 'express' }] };
const LISTING = `os\tdebian\t12
node\tv24.1.0
yt-dlp\t2026.11.01
deb\tdebian\t12\tffmpeg\t7:5.1.9-0+deb12u1\tamd64
`;

it('adds the system, Node, yt-dlp and the Debian packages of an image', () => {
  const { bomFormat, components } = withPartsOf(NPM, LISTING);
  expect(bomFormat).toBe('CycloneDX');
  expect(components).toEqual([
    { name: 'express' },
    { type: 'operating-system', 'bom-ref': 'os:debian', name: 'debian', version: '12' },
    expect.objectContaining({ name: 'node', version: 'v24.1.0', purl: 'pkg:generic/node@24.1.0' }),
    expect.objectContaining({ name: 'yt-dlp', purl: 'pkg:github/yt-dlp/yt-dlp@2026.11.01' }),
    {
      ...{ type: 'library', name: 'ffmpeg', version: '7:5.1.9-0+deb12u1' },
      'bom-ref': 'pkg:deb/debian/ffmpeg@7%3A5.1.9-0%2Bdeb12u1?arch=amd64&distro=debian-12',
      purl: 'pkg:deb/debian/ffmpeg@7%3A5.1.9-0%2Bdeb12u1?arch=amd64&distro=debian-12',
    },
  ]);
});

it('refuses a line that it does not know', () => {
  expect(() => withPartsOf(NPM, 'rpm\tffmpeg\n')).toThrow('rpm');
});
