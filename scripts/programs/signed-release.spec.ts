import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type ReleaseSigner,
  releaseSigner,
} from '../../apps/api/src/extract/extractors/ytdlp/update/testing/release-signing.js';
import { SAY } from '../messages.mjs';
import { installSigned } from './signed-release.mjs';

const [PROGRAM, SUMS, SIGNATURE] = ['yt-dlp', 'SHA2-256SUMS', 'SHA2-256SUMS.sig'] as const;
const BEFORE = 'what was there';
const sumsOf = (program: string, name: string = PROGRAM): string =>
  `${'0'.repeat(64)}  yt-dlp.exe\n${createHash('sha256').update(program).digest('hex')}  ${name}\n`;

type Answer = string | Buffer | number;
const NEVER = 0;
const WRONG_SIGNATURE = expect.stringMatching(/^its signature is not valid \(/) as string;
const WRONG_CHECKSUM = 'the downloaded file is not the release: its checksum differs';

let signer: ReleaseSigner;
let stranger: ReleaseSigner;
let server: Server;
let origin: string;
let answers: Record<string, Answer>;
/** The file that the host truncates: it sends less than it announces. */
let truncated: string | null;
let asked: string[];
let folder: string;
let trace: string;
let program: string;

beforeAll(async () => {
  [signer, stranger] = [await releaseSigner(), await releaseSigner()];
  server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    asked.push(name);
    const answer = answers[name] ?? 404;
    if (answer === NEVER) {
      return;
    }
    const [status, body] = typeof answer === 'number' ? [answer, ''] : [200, answer];
    response.writeHead(status, {
      'Content-Type': name === 'releases' ? 'application/json' : 'application/octet-stream',
      'Content-Length': Buffer.byteLength(body) + (name === truncated ? 9 : 0),
    });
    response.write(body, () => (name === truncated ? response.destroy() : response.end()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(async () => {
  [asked, truncated] = [[], null];
  folder = await mkdtemp(join(tmpdir(), 'dipper-first-'));
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/yt-dlp'), BEFORE);
  trace = join(folder, 'trace');
  program = `#!/bin/sh\necho ran > '${trace}'\necho 2030.01.01\n`;
});
afterEach(() => rm(folder, { recursive: true }));

/**
 * Makes the host serve a valid release, except for the given replies. Null removes a file from the
 * release's list.
 */
async function offer(others: Record<string, Answer | null> = {}): Promise<void> {
  const sums = others[SUMS] ?? sumsOf(program);
  const files = { [PROGRAM]: program, [SUMS]: sums, [SIGNATURE]: await signer.sign(String(sums)) };
  const all = Object.entries({ ...files, ...others }).filter(
    (entry): entry is [string, Answer] => entry[1] !== null,
  );
  const assets = all.map(([name]) => ({ name, browser_download_url: `${origin}/${name}` }));
  answers = { releases: JSON.stringify([{ assets }]), ...Object.fromEntries(all) };
}

function install(
  from = 'releases',
  { path = 'bin/yt-dlp', releaseKey = signer.publicKey, timeoutMs = 60_000 } = {},
): ReturnType<typeof installSigned> {
  return installSigned(join(folder, path), {
    host: `${origin}/${from}`,
    releaseKey,
    timeoutMs,
    runs: async (file) => (await promisify(execFile)(file)).stdout.startsWith('2030'),
  });
}

async function expectUntouched(): Promise<void> {
  expect(await readdir(folder, { recursive: true })).toEqual(['bin', 'bin/yt-dlp']);
  expect(await readFile(join(folder, 'bin/yt-dlp'), 'utf8')).toBe(BEFORE);
}

it('installs a program whose checksum is signed, and fetches the program last', async () => {
  await offer();
  expect(await install()).toEqual({ ok: true });
  expect(asked).toEqual(['releases', SUMS, SIGNATURE, PROGRAM]);
  expect(await readFile(join(folder, 'bin/yt-dlp'), 'utf8')).toBe(program);
  expect((await stat(join(folder, 'bin/yt-dlp'))).mode & 0o777).toBe(0o755);
  expect(await readdir(join(folder, 'bin'))).toEqual(['yt-dlp']);
});

it('creates the folder, which is missing in a clean checkout', async () => {
  await offer();
  expect(await install('releases', { path: 'new/yt-dlp' })).toEqual({ ok: true });
  expect(await readFile(join(folder, 'new/yt-dlp'), 'utf8')).toBe(program);
});

it('finds the checksums and their signature beside the program if a host serves only that', async () => {
  await offer();
  expect(await install(PROGRAM)).toEqual({ ok: true });
  expect(asked).toEqual([PROGRAM, SUMS, SIGNATURE]);
  expect(await readFile(join(folder, 'bin/yt-dlp'), 'utf8')).toBe(program);
});

it.each<[what: string, others: Record<string, Answer | null>, why: string | undefined]>([
  ['the host refuses to list', { releases: 403 }, undefined],
  [
    'is replaced by a login page',
    { releases: '<html>Log in' },
    'the list of releases cannot be read',
  ],
  ['lists no checksums', { [SUMS]: null }, 'it publishes no checksum'],
  ['has no checksums', { [SUMS]: 404 }, 'it publishes no checksum'],
  ['has temporarily unavailable checksums', { [SUMS]: 503 }, undefined],
  [
    'has checksums for other files only',
    { [SUMS]: sumsOf('', 'yt-dlp_linux') },
    'it publishes no checksum for yt-dlp',
  ],
  ['has too long a list of checksums', { [SUMS]: '\n'.repeat(64 * 1024 + 1) }, undefined],
  ['lists no signature', { [SIGNATURE]: null }, 'it publishes no signature'],
  ['has no signature', { [SIGNATURE]: 404 }, 'it publishes no signature'],
  ['has a temporarily unavailable signature', { [SIGNATURE]: 503 }, undefined],
  ['has an empty signature', { [SIGNATURE]: '' }, WRONG_SIGNATURE],
  ['has an HTML page as its signature', { [SIGNATURE]: '<html>' }, WRONG_SIGNATURE],
  ['lists no program', { [PROGRAM]: null }, 'the list of releases cannot be read'],
  ['has a checksum that does not match', { [SUMS]: sumsOf('another') }, WRONG_CHECKSUM],
])('keeps the existing program and runs nothing from a release that %s', async (_, others, why) => {
  await offer(others);
  expect(await install()).toEqual(why === undefined ? { ok: false } : { ok: false, why });
  await expectUntouched();
});

it('does not run a program whose checksums were signed with another key', async () => {
  await offer({ [SIGNATURE]: await stranger.sign(sumsOf(program)) });
  expect(await install()).toEqual({ ok: false, why: WRONG_SIGNATURE });
  expect(asked).not.toContain(PROGRAM);
  await expectUntouched();
});

it('does not run the program if our copy of the key is missing', async () => {
  await offer();
  expect(await install('releases', { releaseKey: '' })).toEqual({
    ok: false,
    why: WRONG_SIGNATURE,
  });
  await expectUntouched();
});

it('gives up after the timeout, and keeps the existing program', async () => {
  await offer({ [SUMS]: NEVER });
  expect(await install('releases', { timeoutMs: 50 })).toEqual({ ok: false });
  await expectUntouched();
});

it('does not run a program whose checksums were changed after signing', async () => {
  await offer({ [SIGNATURE]: await signer.sign(sumsOf('another')) });
  expect(await install()).toEqual({ ok: false, why: WRONG_SIGNATURE });
  await expectUntouched();
});

it('does not run a program that has the checksums of another release beside it', async () => {
  await offer({ [SUMS]: sumsOf('another') });
  expect(await install(PROGRAM)).toEqual({ ok: false, why: WRONG_CHECKSUM });
  await expectUntouched();
});

it.each([PROGRAM, SUMS, SIGNATURE, 'releases'])(
  'does not run the program if the transfer of %s is cut off',
  async (name) => {
    await offer();
    truncated = name;
    expect(await install()).toEqual({ ok: false });
    await expectUntouched();
  },
);

it('does not run a program that was truncated before it was sent', async () => {
  await offer({ [PROGRAM]: program.slice(0, -1) });
  expect(await install()).toEqual({ ok: false, why: WRONG_CHECKSUM });
  await expectUntouched();
});

it('keeps the existing program if the release does not run here', async () => {
  program = '#!/bin/sh\necho Only newer versions of Python are supported\n';
  await offer();
  expect(await install()).toEqual({ ok: false, why: SAY.doesNotRun });
  await expectUntouched();
});
