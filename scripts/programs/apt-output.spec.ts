import { backportsIn, isLocked, isUnfinished, listProblemIn, reasonIn } from './apt-output.mjs';

const UNLOCATED = `Reading package lists...
Building dependency tree...
E: Unable to locate package nonesuch
`;
const OFFLINE = `Err:1 http://archive.example/debian bookworm/main amd64 sl amd64 5.02-1+b1
  Temporary failure resolving 'archive.example'
E: Failed to fetch http://archive.example/sl.deb  Temporary failure resolving 'archive.example'
E: Some files failed to download
`;
const OFFLINE_LISTS = `Reading package lists...
W: Failed to fetch http://archive.example/InRelease  Temporary failure resolving 'archive.example'
W: Some index files failed to download. They have been ignored, or old ones used instead.
`;
const LOCKED = `Reading package lists...
E: Could not get lock /var/lib/apt/lists/lock. It is held by process 22696 (apt-get)
E: Unable to lock directory /var/lib/apt/lists/
`;
const BROKEN = `Setting up redis-server (5:7.0.15-1~deb12u10) ...
dpkg: error processing package redis-server (--configure):
 installed redis-server package post-installation script subprocess returned error exit status 1
Errors were encountered while processing:
 redis-server
E: Sub-process /usr/bin/dpkg returned an error code (1)
`;
const INTERRUPTED = `E: dpkg was interrupted, you must manually run 'sudo dpkg --configure -a' to correct the problem.
`;

describe('reasonIn', () => {
  it.each([
    [UNLOCATED, 'Unable to locate package nonesuch'],
    [
      OFFLINE,
      "Failed to fetch http://archive.example/sl.deb Temporary failure resolving 'archive.example'",
    ],
    [LOCKED, 'Could not get lock /var/lib/apt/lists/lock. It is held by process 22696 (apt-get)'],
    [BROKEN, 'dpkg: error processing package redis-server (--configure):'],
    ['sudo: a password is required\n', 'sudo: a password is required'],
    ['', ''],
  ])('finds the reason in %j', (output, reason) => {
    expect(reasonIn(output)).toBe(reason);
  });
});

describe('listProblemIn', () => {
  it.each([
    [
      OFFLINE_LISTS,
      "Failed to fetch http://archive.example/InRelease Temporary failure resolving 'archive.example'",
    ],
    [LOCKED, 'Could not get lock /var/lib/apt/lists/lock. It is held by process 22696 (apt-get)'],
    ['W: Target Packages is configured multiple times\nReading package lists...\n', undefined],
    ['', undefined],
  ])('finds the problem in %j', (output, problem) => {
    expect(listProblemIn(output)).toBe(problem);
  });
});

it.each([
  ['that another process runs', LOCKED, true, false],
  ['that was interrupted earlier', INTERRUPTED, false, true],
  ['that lacks a package', UNLOCATED, false, false],
])('recognizes an apt %s', (_, output, locked, unfinished) => {
  expect([isLocked(output), isUnfinished(output)]).toEqual([locked, unfinished]);
});

const BASE = 'Debian main bookworm bookworm http://archive.example/debian/';

describe('backportsIn', () => {
  it.each<[what: string, targets: string, suite: string | undefined]>([
    ['adds the backports of the release', BASE, 'bookworm-backports'],
    [
      'ignores sources listed before the release',
      `Debian main bookworm-updates bookworm-updates http://archive.example/debian/\nSomebody stable nodistro nodistro https://somebody.example/\n${BASE}`,
      'bookworm-backports',
    ],
    [
      'uses the code name if the source names the release "stable"',
      BASE.replace('bookworm h', 'stable h'),
      'bookworm-backports',
    ],
    [
      'adds nothing for the security archive',
      'Debian main bookworm-security bookworm-security http://archive.example/debian-security/',
      undefined,
    ],
    ['adds nothing for another distribution', BASE.replace('Debian', 'Ubuntu'), undefined],
    ['adds nothing for an offline disc', BASE.replace('http:', 'cdrom:'), undefined],
    ['adds nothing if there are no sources', '', undefined],
  ])('%s', (_, targets, suite) => {
    expect(backportsIn(targets)?.suite).toBe(suite);
  });

  it('adds no line if backports are already configured', () => {
    const own = BASE.replaceAll('bookworm', 'bookworm-backports');
    expect(backportsIn(`${own}\n${BASE}`)).toEqual({ suite: 'bookworm-backports', line: '' });
  });

  it("uses the same archive with Debian's keys", () => {
    expect(backportsIn(BASE)?.line).toBe(
      'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://archive.example/debian/ bookworm-backports main',
    );
  });
});
