import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = 'http://pub.test/handing-out';

/**
 * The info JSON of a page whose media or picture is at the given URL. The other one of the two is
 * harmless.
 */
const INFOS = {
  media: (url) => ({ formats: [format(url)] }),
  picture: (url) => ({
    formats: [format('http://pub.test/film-of-a-picture.mp4')],
    thumbnail: url,
  }),
};

/** @param {'media' | 'picture'} kind */
export const pageOf = (kind, index) => `${PAGES}/${kind}/${index}`;

/**
 * Writes a wrapper around the real yt-dlp that returns made-up results for some pages. Each of
 * these pages has one URL as its video or its picture, so that the server grants every URL without
 * fetching a page.
 * @param {{ folder: string, real: string, urls: string[] }} options
 * @returns {string} the wrapper's path
 */
export function grantingYtdlp({ folder, real, urls }) {
  const answers = join(folder, 'handed-out');
  for (const [kind, infoOf] of Object.entries(INFOS)) {
    mkdirSync(join(answers, kind), { recursive: true });
    urls.forEach((url, index) => {
      const about = { id: `${kind}-${index}`, title: 'A page', webpage_url: pageOf(kind, index) };
      const answer = JSON.stringify({ ...about, ...infoOf(url) });
      writeFileSync(join(answers, kind, `${index}.json`), answer);
    });
  }
  const path = join(folder, 'granting-yt-dlp');
  const script = `#!/bin/sh
for last; do :; done
case "$last" in
  ${PAGES}/*) exec cat "${answers}/\${last#${PAGES}/}.json" ;;
esac
exec "${real}" "$@"
`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

function format(url) {
  const streams = { vcodec: 'avc1.4d401f', acodec: 'mp4a.40.2', width: 640, height: 360 };
  return { format_id: '0', url, protocol: 'http', ext: 'mp4', ...streams };
}
