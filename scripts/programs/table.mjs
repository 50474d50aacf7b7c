/**
 * What we run that npm does not bring.
 *
 * @typedef {'run' | 'test'} Purpose
 * @typedef {object} Program
 * @property {string} name for people
 * @property {Purpose} purpose
 * @property {string} why what stands in the sentence when it cannot be installed
 * @property {string[]} commands all must be found, for it to be there
 * @property {string[]} [directories] looked in besides PATH
 * @property {Record<string, string>} [givenBy] command → variable that names its path instead
 * @property {string[]} debian packages
 * @property {string[]} [brew] formulas; without, there is none
 * @property {'linux'} [only] not needed on other systems
 */

export const POSTGRES_MAJOR = 15;

/** Where Debian and brew keep the server's programs, which are on nobody's PATH. */
export const POSTGRES_DIRECTORIES = [
  `/usr/lib/postgresql/${POSTGRES_MAJOR}/bin`,
  `/opt/homebrew/opt/postgresql@${POSTGRES_MAJOR}/bin`,
  `/usr/local/opt/postgresql@${POSTGRES_MAJOR}/bin`,
];

/** Not on PATH for everybody, where `ip` and `nft` live. */
const SYSTEM_DIRECTORIES = ['/usr/sbin', '/sbin'];

/** @type {Program[]} */
export const PROGRAMS = [
  {
    name: 'ffmpeg',
    purpose: 'run',
    why: 'it puts picture and sound into one file',
    commands: ['ffmpeg', 'ffprobe'],
    givenBy: { ffmpeg: 'FFMPEG_PATH', ffprobe: 'FFPROBE_PATH' },
    debian: ['ffmpeg'],
    brew: ['ffmpeg'],
  },
  {
    name: 'python3',
    purpose: 'run',
    why: 'yt-dlp is written in it',
    commands: ['python3'],
    debian: ['python3'],
    brew: ['python'],
  },
  {
    name: 'Chromium',
    purpose: 'test',
    why: 'the pages are tested in it',
    commands: ['chromium'],
    // fonts-noto-core: screenshots and layout tests in other scripts need letters, not boxes.
    debian: ['chromium', 'fonts-noto-core'],
    brew: ['chromium'],
  },
  {
    name: `PostgreSQL ${POSTGRES_MAJOR}`,
    purpose: 'test',
    why: 'the tests run on a real database too',
    commands: ['postgres', 'initdb'],
    directories: POSTGRES_DIRECTORIES,
    debian: [`postgresql-${POSTGRES_MAJOR}`],
    brew: [`postgresql@${POSTGRES_MAJOR}`],
  },
  {
    name: 'Redis',
    purpose: 'test',
    why: 'the tests run on a real queue too',
    commands: ['redis-server'],
    debian: ['redis-server'],
    brew: ['redis'],
  },
  {
    name: 'iproute2',
    purpose: 'test',
    why: 'forbidden addresses are tested in a network of their own',
    commands: ['ip'],
    directories: SYSTEM_DIRECTORIES,
    debian: ['iproute2'],
    only: 'linux',
  },
  {
    name: 'util-linux',
    purpose: 'test',
    why: 'forbidden addresses are tested in a network of their own',
    commands: ['unshare', 'setpriv', 'prlimit'],
    debian: ['util-linux'],
    only: 'linux',
  },
];

/**
 * yt-dlp is not in the table's way of installing: it has sources of its own (yt-dlp.mjs).
 * @type {Program}
 */
export const YT_DLP = {
  name: 'yt-dlp',
  purpose: 'run',
  why: 'it reads the pages that links lead to',
  commands: ['yt-dlp'],
  givenBy: { 'yt-dlp': 'YT_DLP_PATH' },
  debian: ['yt-dlp'],
  brew: ['yt-dlp'],
};
