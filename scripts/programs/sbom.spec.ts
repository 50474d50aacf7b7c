import { withPartsOf } from './sbom.mjs';

const NPM = { bomFormat: 'CycloneDX', components: [{ name: 'express' }] };
const LISTING = `operating-system\tdebian\t12\t
application\tnode\t24.1.0\tgeneric/node
application\tyt-dlp\t2026.11.01\tgithub/yt-dlp/yt-dlp
library\tffmpeg\t7:5.1.9-0+deb12u1\tdeb/debian/ffmpeg?arch=amd64&distro=debian-12
`;

it('adds the system, Node, yt-dlp and the Debian packages of an image', () => {
  const { bomFormat, components } = withPartsOf(NPM, LISTING);
  expect(bomFormat).toBe('CycloneDX');
  expect(components).toEqual([
    { name: 'express' },
    { type: 'operating-system', 'bom-ref': 'os:debian', name: 'debian', version: '12' },
    expect.objectContaining({ name: 'node', version: '24.1.0', purl: 'pkg:generic/node@24.1.0' }),
    expect.objectContaining({ name: 'yt-dlp', purl: 'pkg:github/yt-dlp/yt-dlp@2026.11.01' }),
    {
      ...{ type: 'library', name: 'ffmpeg', version: '7:5.1.9-0+deb12u1' },
      'bom-ref': 'pkg:deb/debian/ffmpeg@7%3A5.1.9-0%2Bdeb12u1?arch=amd64&distro=debian-12',
      purl: 'pkg:deb/debian/ffmpeg@7%3A5.1.9-0%2Bdeb12u1?arch=amd64&distro=debian-12',
    },
  ]);
});

it('refuses a line that it does not know', () => {
  expect(() => withPartsOf(NPM, 'library\tffmpeg\n')).toThrow('ffmpeg');
});
