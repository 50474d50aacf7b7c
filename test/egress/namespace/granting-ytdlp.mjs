import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages that only the yt-dlp below knows. */
const PAGES = 'http://pub.test/handing-out/';

export const pageOf = (index) => `${PAGES}${index}`;

/**
 * Writes a yt-dlp that is the real one, but for some pages of its own: the page of each URL has it for
 * its video and its picture. So each is handed out, as it is written, without a reading of a page.
 *
 * @param {{ folder: string, real: string, urls: string[] }} options
 * @returns {string} its path
 */
export function grantingYtdlp({ folder, real, urls }) {
  const answers = join(folder, 'handed-out');
  mkdirSync(answers);
  urls.forEach((url, index) => {
    writeFileSync(join(answers, `${index}.json`), JSON.stringify(infoOf(url, index)));
  });
  const path = join(folder, 'granting-yt-dlp');
  const script = `#!/bin/sh
for last; do :; done
case "$last" in
  ${PAGES}*) exec cat "${answers}/\${last##*/}.json" ;;
esac
exec "${real}" "$@"
`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

function infoOf(url, index) {
  const streams = { vcodec: 'avc1.4d401f', acodec: 'mp4a.40.2', width: 640, height: 360 };
  return {
    id: String(index),
    title: `Page ${index}`,
    webpage_url: pageOf(index),
    thumbnail: url,
    formats: [{ format_id: '0', url, protocol: 'http', ext: 'mp4', ...streams }],
  };
}
