import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = 'http://pub.test/handing-out';

/**
 * The info JSON of a page whose media or picture is at the given URL. The other URL is harmless.
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
 * Wraps the real yt-dlp so that it returns made-up results for some pages. Each of these pages has
 * one URL as its video or its picture, so that the server grants every URL without fetching a page.
 * @param {{ folder: string, real: string, urls: string[] }} options `real` is the path of yt-dlp
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
  const head = readFileSync(real).subarray(0, 4096).toString('latin1');
  const interpreter = /^#!(.*python[\d.]*)\n/.exec(head)?.[1];
  if (interpreter === undefined) {
    writeFileSync(path, commandAround(real, answers), { mode: 0o755 });
    return path;
  }
  const sources = join(folder, 'granting-sources');
  mkdirSync(sources);
  const archive = head.includes('\nPK') ? real : '';
  writeFileSync(join(sources, 'yt_dlp.py'), moduleAround(archive, answers));
  writeFileSync(join(sources, '__main__.py'), 'import yt_dlp\nyt_dlp.main()\n');
  execFileSync('python3', ['-m', 'zipapp', sources, '-p', interpreter, '-o', path]);
  return path;
}

/** A shell script for a yt-dlp that can't be imported, such as a frozen binary or a wrapper. */
const commandAround = (real, answers) => `#!/bin/sh
for last; do :; done
case "$last" in
  ${PAGES}/*) exec cat "${answers}/\${last#${PAGES}/}.json" ;;
esac
exec "${real}" "$@"
`;

/**
 * A Python module that the server imports as `yt_dlp`. It loads the real module in its place, and
 * changes only `main`. The server keeps it loaded like any yt-dlp, and forks a child per page,
 * which takes a third of the CPU time of a command per page.
 * @param archive the real yt-dlp if it is a zipapp; '' if the interpreter finds it
 */
const moduleAround = (archive, answers) => `
import importlib
import os
import sys

PAGES, ANSWERS, ARCHIVE = ${[`${PAGES}/`, `${answers}/`, archive].map((it) => JSON.stringify(it)).join(', ')}

ours = os.path.realpath(os.path.dirname(__file__))
sys.path[:] = [path for path in sys.path if os.path.realpath(path) != ours]
if ARCHIVE:
    sys.path.insert(0, ARCHIVE)
del sys.modules['yt_dlp']
real = importlib.import_module('yt_dlp')
read_page = real.main


def main(argv=None):
    link = (sys.argv if argv is None else argv)[-1]
    if not link.startswith(PAGES):
        return read_page(argv)
    with open(f'{ANSWERS}{link[len(PAGES):]}.json', encoding='utf-8') as answer:
        print(answer.read())
    return None


real.main = main
`;

function format(url) {
  const streams = { vcodec: 'avc1.4d401f', acodec: 'mp4a.40.2', width: 640, height: 360 };
  return { format_id: '0', url, protocol: 'http', ext: 'mp4', ...streams };
}
