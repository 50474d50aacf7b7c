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

/** A body, or a status. */
type Answer = string | Buffer | number;
const NEVER = 0;

let signer: ReleaseSigner;
let stranger: ReleaseSigner;
let server: Server;
let origin: string;
let answers: Record<string, Answer>;
/** The file of which it sends less than it announces. */
let truncated: string | null;
let asked: string[];
let folder: string;
/** A program of these tests leaves it behind when it is run. */
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

/** A release with nothing wrong but for what is given; its list leaves out what is null. */
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

it('installs a program whose checksum is signed, and fetches it last', async () => {
  await offer();
  expect(await install()).toEqual({ ok: true });
  expect(asked).toEqual(['releases', SUMS, SIGNATURE, PROGRAM]);
  expect(await readFile(join(folder, 'bin/yt-dlp'), 'utf8')).toBe(program);
  expect((await stat(join(folder, 'bin/yt-dlp'))).mode & 0o777).toBe(0o755);
  expect(await readdir(join(folder, 'bin'))).toEqual(['yt-dlp']);
});

it('creates the folder, which a clean checkout lacks', async () => {
  await offer();
  expect(await install('releases', { path: 'new/yt-dlp' })).toEqual({ ok: true });
  expect(await readFile(join(folder, 'new/yt-dlp'), 'utf8')).toBe(program);
});

it('finds the checksums and their signature beside a program that a host serves', async () => {
  await offer();
  expect(await install(PROGRAM)).toEqual({ ok: true });
  expect(asked).toEqual([PROGRAM, SUMS, SIGNATURE]);
  expect(await readFile(join(folder, 'bin/yt-dlp'), 'utf8')).toBe(program);
});

it.each<[what: string, others: Record<string, Answer | null>, why: string | undefined]>([
  ['is not told of', { releases: 403 }, undefined],
  ['is a login', { releases: '<html>Log in' }, SAY.noReleases],
  ['lists no checksums', { [SUMS]: null }, SAY.noChecksums],
  ['has no checksums', { [SUMS]: 404 }, SAY.noChecksums],
  ['has no checksums now', { [SUMS]: 503 }, undefined],
  ['has checksums of others only', { [SUMS]: sumsOf('', 'yt-dlp_linux') }, SAY.noChecksum],
  ['has checksums without an end', { [SUMS]: '\n'.repeat(64 * 1024 + 1) }, undefined],
  ['lists no signature', { [SIGNATURE]: null }, SAY.noSignature],
  ['has no signature', { [SIGNATURE]: 404 }, SAY.noSignature],
  ['has no signature now', { [SIGNATURE]: 503 }, undefined],
  ['has an empty signature', { [SIGNATURE]: '' }, SAY.wrongSignature],
  ['has a page as signature', { [SIGNATURE]: '<html>' }, SAY.wrongSignature],
  ['lists no program', { [PROGRAM]: null }, SAY.noProgram],
  ['has a sum that differs', { [SUMS]: sumsOf('another') }, SAY.wrongChecksum],
])('keeps the existing program and runs nothing of a release that %s', async (_, others, why) => {
  await offer(others);
  expect(await install()).toEqual(why === undefined ? { ok: false } : { ok: false, why });
  await expectUntouched();
});

it('runs nothing whose checksums another key has signed', async () => {
  await offer({ [SIGNATURE]: await stranger.sign(sumsOf(program)) });
  expect(await install()).toEqual({ ok: false, why: SAY.wrongSignature });
  expect(asked).not.toContain(PROGRAM);
  await expectUntouched();
});

it('runs nothing while our own key is missing', async () => {
  await offer();
  expect(await install('releases', { releaseKey: '' })).toEqual({
    ok: false,
    why: SAY.wrongSignature,
  });
  await expectUntouched();
});

it('gives up after the timeout, and keeps the existing program', async () => {
  await offer({ [SUMS]: NEVER });
  expect(await install('releases', { timeoutMs: 50 })).toEqual({ ok: false });
  await expectUntouched();
});

it('runs nothing whose checksums were changed after they were signed', async () => {
  await offer({ [SIGNATURE]: await signer.sign(sumsOf('another')) });
  expect(await install()).toEqual({ ok: false, why: SAY.wrongSignature });
  await expectUntouched();
});

it('runs no program with the checksums of another release beside it', async () => {
  await offer({ [SUMS]: sumsOf('another') });
  expect(await install(PROGRAM)).toEqual({ ok: false, why: SAY.wrongChecksum });
  await expectUntouched();
});

it.each([PROGRAM, SUMS, SIGNATURE, 'releases'])(
  'runs nothing when the %s is cut off',
  async (name) => {
    await offer();
    truncated = name;
    expect(await install()).toEqual({ ok: false });
    await expectUntouched();
  },
);

it('runs no program that was truncated before it was sent', async () => {
  await offer({ [PROGRAM]: program.slice(0, -1) });
  expect(await install()).toEqual({ ok: false, why: SAY.wrongChecksum });
  await expectUntouched();
});

it('keeps the existing program when the release does not run here', async () => {
  program = '#!/bin/sh\necho Only newer versions of Python are supported\n';
  await offer();
  expect(await install()).toEqual({ ok: false, why: SAY.doesNotRun });
  await expectUntouched();
});
