import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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

// Which releases are refused, and why, is tested in
// apps/api/src/extract/extractors/ytdlp/update/release.spec.ts. These are the parts of the script.

const [PROGRAM, SUMS, SIGNATURE] = ['yt-dlp', 'SHA2-256SUMS', 'SHA2-256SUMS.sig'] as const;
const BEFORE = 'what was there';
const NEVER = null;
const WRONG_SIGNATURE = expect.stringMatching(/^its signature is not valid \(/) as string;

/** The answers of the host: a body, a status, or none. */
type Answers = Record<string, string | Buffer | number | typeof NEVER>;

let signer: ReleaseSigner;
let server: Server;
let origin: string;
let answers: Answers;
/** The file that the host truncates: it sends less than it announces. */
let truncated: string;
let folder: string;

beforeAll(async () => {
  signer = await releaseSigner();
  server = createServer(({ url = '' }, response) => {
    const name = url.slice(1);
    const answer = answers[name];
    if (answer === NEVER) {
      return;
    }
    const [status, body] = typeof answer === 'number' ? [answer, ''] : [200, answer ?? ''];
    const missing = name === truncated ? 9 : 0;
    response.writeHead(status, {
      'Content-Type': name === 'releases' ? 'application/json' : 'application/octet-stream',
      'Content-Length': Buffer.byteLength(body) + missing,
    });
    response.write(body, () => (missing > 0 ? response.destroy() : response.end()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(async () => {
  truncated = '';
  folder = await mkdtemp(join(tmpdir(), 'dipper-first-'));
  await writeFile(join(folder, 'yt-dlp'), BEFORE);
});
afterEach(() => rm(folder, { recursive: true }));

/** A program that leaves a trace if it is run. */
const programThat = (says: string): string =>
  `#!/bin/sh\necho ran > '${folder}/trace'\necho ${says}\n`;

/** Makes the host serve a valid release of a program, except for some answers. */
async function offer(program: string, others: Answers = {}): Promise<void> {
  const sums = `${createHash('sha256').update(program).digest('hex')}  yt-dlp\n`;
  const files = { [PROGRAM]: program, [SUMS]: sums, [SIGNATURE]: await signer.sign(sums) };
  const assets = Object.keys(files).map((name) => ({
    ...{ name, browser_download_url: `${origin}/${name}` },
  }));
  answers = { releases: JSON.stringify([{ assets }]), ...files, ...others };
}

function install({
  path = 'yt-dlp',
  releaseKey = signer.publicKey,
  timeoutMs = 60_000,
} = {}): ReturnType<typeof installSigned> {
  return installSigned(join(folder, path), {
    ...{ host: `${origin}/releases`, releaseKey, timeoutMs },
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
    await offer(program);
    expect(await install({ path })).toEqual({ ok: true });
    expect(await readFile(join(folder, path), 'utf8')).toBe(program);
    expect((await stat(join(folder, path))).mode & 0o777).toBe(0o755);
    expect(await readdir(join(folder, path, '..'))).not.toContain('yt-dlp.fetched');
  },
);

it.each<[what: string, others: Answers, why: string | undefined]>([
  ['cannot be looked up', { releases: 403 }, undefined],
  ['is a login page', { releases: '<html>Log in' }, 'the list of releases cannot be read'],
  ['has too long a list of checksums', { [SUMS]: '\n'.repeat(64 * 1024 + 1) }, undefined],
  ['has an unsigned checksum', { [SIGNATURE]: '' }, WRONG_SIGNATURE],
  [
    'is another program than was signed',
    { [PROGRAM]: '#!/bin/sh\necho 2030.01.01' },
    'the downloaded file is not the release: its checksum differs',
  ],
])('keeps the existing program and runs nothing from a release that %s', async (_, others, why) => {
  await offer(programThat('2030.01.01'), others);
  expect(await install()).toEqual(why === undefined ? { ok: false } : { ok: false, why });
  await expectUntouched();
});

it('does not run the program if our copy of the key is missing', async () => {
  await offer(programThat('2030.01.01'));
  expect(await install({ releaseKey: '' })).toEqual({ ok: false, why: WRONG_SIGNATURE });
  await expectUntouched();
});

it('gives up after the timeout, and keeps the existing program', async () => {
  await offer(programThat('2030.01.01'), { [SUMS]: NEVER });
  expect(await install({ timeoutMs: 50 })).toEqual({ ok: false });
  await expectUntouched();
});

it.each([PROGRAM, SUMS, SIGNATURE, 'releases'])(
  'does not run the program if the transfer of %s is cut off',
  async (name) => {
    await offer(programThat('2030.01.01'));
    truncated = name;
    expect(await install()).toEqual({ ok: false });
    await expectUntouched();
  },
);

it('keeps the existing program if the release does not run here', async () => {
  await offer('#!/bin/sh\necho Only newer versions of Python are supported\n');
  expect(await install()).toEqual({ ok: false, why: SAY.doesNotRun });
  await expectUntouched();
});
