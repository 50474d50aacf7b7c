import { findProgram } from './find-program.mjs';
import { POSTGRES_MAJOR, postgresFolder } from './postgres.mjs';

/**
 * What we run that npm does not bring.
 *
 * @typedef {'run' | 'test' | 'bench'} Purpose
 * @typedef {object} Program
 * @property {string} name for people
 * @property {Purpose} purpose
 * @property {string} why what stands in the sentence when it cannot be installed
 * @property {string[]} commands all must be found, for it to be there
 * @property {string[]} [directories] looked in besides PATH
 * @property {Record<string, string>} [givenBy] command → variable that names its path instead
 * @property {() => Promise<boolean>} [isThere] takes the place of looking for the commands
 * @property {string[]} debian packages
 * @property {string[]} [debianElse] where the distribution does not have the first of those
 * @property {string[]} [services] what the packages would start
 * @property {string} [snap] name in Ubuntu's snap store, where apt does not have it
 * @property {string[]} [brew] formulas; without, there is none
 * @property {'linux' | 'debian'} [only] not needed on other systems, or other distributions
 * @property {boolean} [optional] what needs it does without, and says so
 */

/** Screenshots and layout tests in other scripts need letters, not boxes. */
const FONTS = ['fonts-noto-core'];
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
    name: "Chromium's headless shell",
    purpose: 'test',
    why: 'the pages are tested in it',
    commands: ['chromium-headless-shell'],
    debian: ['chromium-headless-shell', ...FONTS],
    only: 'debian',
    // Chromium does as well; the shell takes a third less of the processor, for it has no windows.
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
 * Not in the table: only the yt-dlp that is found tells whether it needs it (yt-dlp.mjs).
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
 * Not in the table: it has sources of its own (yt-dlp.mjs).
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
