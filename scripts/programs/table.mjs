import { findProgram } from './find-program.mjs';
import { POSTGRES_MAJOR, postgresFolder } from './postgres.mjs';

/**
 * The programs that we run but npm does not install.
 *
 * @typedef {'run' | 'test' | 'bench'} Purpose
 * @typedef {object} Program
 * @property {string} name the name to display
 * @property {Purpose} purpose
 * @property {string} why the reason why we need it, shown if it cannot be installed
 * @property {string[]} commands the commands that must all exist
 * @property {string[]} [directories] directories to search besides PATH
 * @property {Record<string, string>} [givenBy] for each command, the variable that can set its path
 * @property {() => Promise<boolean>} [isThere] a check that replaces the search for the commands
 * @property {string[]} debian the Debian packages
 * @property {string[]} [debianElse] the packages to use if the distribution lacks the first of
 *   `debian`
 * @property {string[]} [services] the services that the packages would start
 * @property {string} [snap] the name in Ubuntu's snap store, if apt does not have it
 * @property {string[]} [brew] the Homebrew formulas, if there are any
 * @property {('linux' | 'debian' | 'ubuntu')[]} [only] the only systems and distributions that need it
 * @property {boolean} [isFallback] true if it is installed only if the program before it cannot be
 * @property {boolean} [optional] true if the code that uses the program also works without it,
 *   and reports that
 */

/** Screenshots and layout tests in other scripts need real letters instead of placeholder boxes. */
const FONTS = ['fonts-noto-core'];
/** The directories of `ip` and `nft`, which are not on every user's PATH. */
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
    only: ['debian'],
    // Chromium works as well, but the headless shell opens no windows and uses a third less CPU
    // time.
    optional: true,
  },
  {
    name: 'Chromium',
    purpose: 'test',
    why: 'the pages are tested in it',
    commands: ['chromium'],
    isThere: async () =>
      Boolean((await findProgram('chromium-headless-shell')) ?? (await findProgram('chromium'))),
    isFallback: true,
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
    name: 'HAProxy',
    purpose: 'test',
    why: 'restarts are tested behind a load balancer',
    commands: ['haproxy'],
    directories: SYSTEM_DIRECTORIES,
    debian: ['haproxy'],
    services: ['haproxy'],
    brew: ['haproxy'],
  },
  {
    name: 'nginx',
    purpose: 'test',
    why: 'several processes are tested behind it',
    commands: ['nginx'],
    directories: SYSTEM_DIRECTORIES,
    debian: ['nginx'],
    services: ['nginx'],
    brew: ['nginx'],
  },
  {
    name: "Ceph's object gateway",
    purpose: 'test',
    why: 'finished files are tested in S3 too',
    commands: ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'monmaptool'],
    debian: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
    // Other systems have no package, or one of several gigabytes. Tests that need it are skipped
    // there, but fail in CI (apps/api/src/infra/testing/object-storage.ts).
    only: ['debian', 'ubuntu'],
  },
  {
    name: 'iproute2',
    purpose: 'test',
    why: 'forbidden addresses are tested in a network of their own',
    commands: ['ip'],
    directories: SYSTEM_DIRECTORIES,
    debian: ['iproute2'],
    only: ['linux'],
  },
  {
    name: 'promtool',
    purpose: 'test',
    why: 'the alerts are tested with it',
    commands: ['promtool'],
    debian: ['prometheus'],
    services: ['prometheus'],
    brew: ['prometheus'],
    optional: true,
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
 * Python is not in the table, because whether it is needed depends on the yt-dlp that is found
 * (yt-dlp.mjs).
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
 * yt-dlp is not in the table, because it comes from elsewhere (yt-dlp.mjs).
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
