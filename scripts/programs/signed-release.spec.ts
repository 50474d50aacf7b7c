import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Answer,
  ReleaseHost,
} from '../../apps/api/src/extract/extractors/ytdlp/update/testing/release-host.js';
import { SAY } from '../messages.mjs';
import { installSigned } from './signed-release.mjs';

// Which releases are refused, and why, is tested in
// apps/api/src/extract/extractors/ytdlp/update/release.spec.ts. These are the parts of the script.

const SUMS = 'SHA2-256SUMS';
const SIGNATURE = 'SHA2-256SUMS.sig';
const BEFORE = 'what was there';
const WRONG_SIGNATURE = expect.stringMatching(/^its signature is not valid \(/) as string;

const host = new ReleaseHost();
let folder: string;

beforeAll(() => host.start());
afterAll(() => host.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-first-'));
  await writeFile(join(folder, 'yt-dlp'), BEFORE);
});
afterEach(() => rm(folder, { recursive: true }));

/** A program that leaves a trace if it is run. */
const programThat = (says: string): string =>
  `#!/bin/sh\necho ran > '${folder}/trace'\necho ${says}\n`;

function install({
  path = 'yt-dlp',
  releaseKey = host.publicKey,
  timeoutMs = 60_000,
} = {}): ReturnType<typeof installSigned> {
  return installSigned(join(folder, path), {
    ...{ host: `${host.url}/releases`, releaseKey, timeoutMs },
    runs: async (file) => (await promisify(execFile)(file)).stdout.startsWith('2030'),
  });
}

async function expectUntouched(): Promise<void> {
  expect(await readdir(folder)).toEqual(['yt-dlp']);
  expect(await readFile(join(folder, 'yt-dlp'), 'utf8')).toBe(BEFORE);
}

it.each(['yt-dlp', 'new/yt-dlp'])(
  'installs a program whose checksum is signed, and that runs here, as %s',
  async (path) => {
    const program = programThat('2030.01.01');
    await host.offer(program);
    expect(await install({ path })).toEqual({ ok: true });
    expect(await readFile(join(folder, path), 'utf8')).toBe(program);
    expect((await stat(join(folder, path))).mode & 0o777).toBe(0o755);
    expect(await readdir(join(folder, path, '..'))).not.toContain('yt-dlp.fetched');
  },
);

it.each<[what: string, others: Record<string, Answer>, why: string | undefined]>([
  ['cannot be looked up', { releases: 403 }, undefined],
  ['is a login page', { releases: '<html>Log in' }, 'the list of releases cannot be read'],
  ['has too long a list of checksums', { [SUMS]: '\n'.repeat(64 * 1024 + 1) }, undefined],
  ['has an unsigned checksum', { [SIGNATURE]: '' }, WRONG_SIGNATURE],
  [
    'is another program than was signed',
    { 'yt-dlp': '#!/bin/sh\necho 2030.01.01' },
    'the downloaded file is not the release: its checksum differs',
  ],
])('keeps the existing program and runs nothing from a release that %s', async (_, others, why) => {
  await host.offer(programThat('2030.01.01'), others);
  expect(await install()).toEqual(why === undefined ? { ok: false } : { ok: false, why });
  await expectUntouched();
});

it('does not run the program if our copy of the key is missing', async () => {
  await host.offer(programThat('2030.01.01'));
  expect(await install({ releaseKey: '' })).toEqual({ ok: false, why: WRONG_SIGNATURE });
  await expectUntouched();
});

it('gives up after the timeout, and keeps the existing program', async () => {
  await host.offer(programThat('2030.01.01'));
  host.withheld = SUMS;
  expect(await install({ timeoutMs: 50 })).toEqual({ ok: false });
  await expectUntouched();
});

it.each(['yt-dlp', SUMS, SIGNATURE, 'releases'])(
  'does not run the program if the transfer of %s is cut off',
  async (name) => {
    await host.offer(programThat('2030.01.01'));
    host.truncated = name;
    expect(await install()).toEqual({ ok: false });
    await expectUntouched();
  },
);

it('keeps the existing program if the release does not run here', async () => {
  await host.offer('#!/bin/sh\necho Only newer versions of Python are supported\n');
  expect(await install()).toEqual({ ok: false, why: SAY.doesNotRun });
  await expectUntouched();
});
