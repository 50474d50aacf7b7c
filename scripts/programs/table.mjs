import { findProgram } from './find-program.mjs';
import { POSTGRES_MAJOR, postgresFolder } from './postgres.mjs';

/**
 * Programs that we run and npm does not install.
 *
 * @typedef {'run' | 'test' | 'bench'} Purpose
 * @typedef {object} Program
 * @property {string} name as displayed
 * @property {Purpose} purpose
 * @property {string} why we need it, for the message when it cannot be installed
 * @property {string[]} commands all must exist
 * @property {string[]} [directories] to search besides PATH
 * @property {Record<string, string>} [givenBy] command → variable that names its path instead
 * @property {() => Promise<boolean>} [isThere] replaces the search for the commands
 * @property {string[]} debian packages
 * @property {string[]} [debianElse] used if the distribution lacks the first of `debian`
 * @property {string[]} [services] that the packages would start
 * @property {string} [snap] name in Ubuntu's snap store, if apt does not have it
 * @property {string[]} [brew] formulas; omitted if there are none
 * @property {'linux' | 'debian'} [only] the only system or distribution that needs it
 * @property {boolean} [optional] its users work without it, and say so
 */

/** Screenshots and layout tests in other scripts need letters, not boxes. */
const FONTS = ['fonts-noto-core'];
/** Directories of `ip` and `nft`, which are not on every user's PATH. */
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
    name: "Chromium's headless shell",
    purpose: 'test',
    why: 'the pages are tested in it',
    commands: ['chromium-headless-shell'],
    debian: ['chromium-headless-shell', ...FONTS],
    only: 'debian',
    // Chromium works as well; the shell has no windows and needs a third less processor time.
    optional: true,
  },
  {
    name: 'Chromium',
    purpose: 'test',
    why: 'the pages are tested in it',
    commands: ['chromium'],
    isThere: async () =>
      Boolean((await findProgram('chromium-headless-shell')) ?? (await findProgram('chromium'))),
    debian: ['chromium', ...FONTS],
    snap: 'chromium',
    brew: ['chromium'],
  },
  {
    name: `PostgreSQL ${POSTGRES_MAJOR} or newer`,
    purpose: 'test',
    why: 'the tests run on a real database too',
    commands: ['postgres', 'initdb'],
    isThere: async () => Boolean(await postgresFolder()),
    debian: [`postgresql-${POSTGRES_MAJOR}`],
    debianElse: ['postgresql'],
    services: ['postgresql'],
    brew: [`postgresql@${POSTGRES_MAJOR}`],
  },
  {
    name: 'Redis',
    purpose: 'test',
    why: 'the tests run on a real queue too',
    commands: ['redis-server'],
    debian: ['redis-server'],
    services: ['redis-server'],
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
    name: 'aria2',
    purpose: 'bench',
    why: 'downloads are compared with it',
    commands: ['aria2c'],
    debian: ['aria2'],
    brew: ['aria2'],
    optional: true,
  },
];

/**
 * Not in the table, because it depends on the yt-dlp that is found (yt-dlp.mjs).
 * @type {Program}
 */
export const PYTHON = {
  name: 'python3',
  purpose: 'run',
  why: 'the yt-dlp of this machine is written in it',
  commands: ['python3'],
  debian: ['python3'],
  brew: ['python'],
};

/**
 * Not in the table, because it has its own sources (yt-dlp.mjs).
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
