import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordingProxy } from '../../../../infra/egress/testing/recording-proxy.js';
import { parseEnv } from '../../../../infra/env/env.js';
import { InstalledYtdlp } from '../program/installed-ytdlp.js';
import { type ReleaseSigner, releaseSigner } from './testing/release-signing.js';
import { type UpdateNetwork, updateNetwork } from './testing/update-network.js';
import { updateYtDlp, type UpdateOutcome } from './ytdlp-update.js';
import { quietLogger } from '../../../../infra/testing/quiet-logger.js';

let signer: ReleaseSigner;
/** The release on the server. If unsigned, it has no checksums. */
let release: { readonly program: string; readonly isUnsigned?: boolean };
let server: Server;
let origin: string;
/** The source port of the last request for each path. */
const ports = new Map<string, number>();
let folder: string;
let installed: InstalledYtdlp;
let out: UpdateNetwork;
/**
 * The machine's own yt-dlp. Releases in this test are wrappers around it; they print their version
 * themselves, because Python would take a second for that.
 */
let real: { path: string; version: string };
let programFolder: string;
const searched = process.env['PATH'];

/**
 * A release with a different version from the machine's yt-dlp, and the same behavior except for
 * `change`.
 */
const script = (version: string, change = ''): string =>
  `#!/bin/sh\ncase "$*" in *--version*) echo '${version}'; exit;; esac\n${change}\nexec '${real.path}' "$@"\n`;
const later = (nth: number): string => `${real.version}.${nth}`;
const sumsOf = (program: string): string =>
  `${createHash('sha256').update(program).digest('hex')}  yt-dlp\n`;

const update = (liveLinks: readonly string[] = []): Promise<UpdateOutcome> =>
  updateYtDlp({
    installed,
    egress: out.egress,
    access: out.access,
    liveLinks,
    releaseKey: signer.publicKey,
    cacheDir: folder,
    signal: new AbortController().signal,
  });

quietLogger();
beforeAll(async () => {
  signer = await releaseSigner();
  const names = ['yt-dlp', 'SHA2-256SUMS', 'SHA2-256SUMS.sig'];
  const answer = async (path: string): Promise<[type: string, body: string | Buffer] | null> => {
    const { program, isUnsigned = false } = release;
    switch (path) {
      case '/releases': {
        const assets = names.map((name) => ({ name, browser_download_url: `${origin}/${name}` }));
        return ['application/json', JSON.stringify([{ assets }])];
      }
      case '/yt-dlp':
        return ['application/octet-stream', program];
      case '/SHA2-256SUMS':
        return ['application/octet-stream', sumsOf(program)];
      case '/SHA2-256SUMS.sig':
        return isUnsigned ? null : ['application/octet-stream', await signer.sign(sumsOf(program))];
      case '/clip.mp4?live=1':
        return ['video/mp4', 'canary'];
      default:
        return null;
    }
  };
  server = createServer((request, response) => {
    ports.set(request.url ?? '', request.socket.remotePort ?? 0);
    void answer(request.url ?? '').then((found) => {
      const [type, body] = found ?? ['text/plain', ''];
      response.writeHead(found === null ? 404 : 200, { 'Content-Type': type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['YOUTUBE_DL_HOST'] = `${origin}/releases`;
  programFolder = await mkdtemp(join(tmpdir(), 'dipper-own-'));
  const found = await new InstalledYtdlp(parseEnv({ DATA_DIR: programFolder })).program();
  if (found === null) {
    throw new Error('no yt-dlp on this machine');
  }
  real = found;
  const stand = script(found.version);
  real = { version: found.version, path: join(programFolder, 'yt-dlp') };
  await writeFile(real.path, stand, { mode: 0o755 });
  process.env['PATH'] = `${programFolder}:${searched}`;
});
afterAll(async () => {
  delete process.env['YOUTUBE_DL_HOST'];
  process.env['PATH'] = searched;
  server.close();
  await rm(programFolder, { recursive: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-update-'));
  out = await updateNetwork(folder, '127.0.0.1/32');
  installed = new InstalledYtdlp(parseEnv({ DATA_DIR: folder }));
});
afterEach(async () => {
  await out.close();
  await rm(folder, { recursive: true });
});

describe('updateYtDlp', () => {
  it('installs a good release, recognizes it as the newest, and rolls back when it begins to fail', async () => {
    release = { program: script(later(1)) };
    expect(await update()).toEqual({
      ok: true,
      hasChanged: true,
      sentence: `yt-dlp was updated from ${real.version} to ${later(1)}`,
    });
    expect(await installed.program()).toMatchObject({ version: later(1) });
    expect(await installed.origin()).toBe('updated');

    const flag = join(folder, 'flag');
    release = {
      program: script(later(2), `if [ -e '${flag}' ]; then echo 'ERROR: bad' >&2; exit 1; fi`),
    };
    expect(await update()).toMatchObject({ ok: true });
    expect(await installed.program()).toMatchObject({ version: later(2) });
    expect(await update()).toEqual({
      ok: true,
      hasChanged: false,
      sentence: `yt-dlp ${later(2)} is the newest release`,
    });

    await writeFile(flag, '');
    const { ok, sentence } = await update();
    expect(ok).toBe(false);
    expect(sentence).toMatch(
      /^the yt-dlp in use fails \(.*bad.*\), back to .*\.1; yt-dlp stays at/,
    );
    expect(await installed.program()).toMatchObject({ version: later(1) });
  });

  it.each<[what: string, program: () => string, why: RegExp]>([
    ['is an HTML page', () => '<!doctype html><p>Log in', /does not run here/],
    [
      'needs a newer Python',
      () => '#!/bin/sh\necho "ImportError: Only Python 3.14 and above" >&2; exit 1\n',
      /does not run here \(ImportError: Only Python 3\.14 and above\)/,
    ],
    ['does not report its version', () => '#!/bin/sh\necho hello\n', /its version/],
    [
      'does not know a flag that we use',
      () => script(later(1), 'echo "yt-dlp: error: no such option: --x" >&2; exit 2'),
      /fails \/clip\.mp4: yt-dlp: error: no such option: --x instead of mp4 -/,
    ],
    [
      'prints something else',
      () => script(later(1), 'echo "{}"; exit'),
      /fails \/clip\.mp4: .* instead of mp4 -/,
    ],
  ])('keeps the current yt-dlp if the newest %s', async (_, program, why) => {
    release = { program: program() };
    await expectKept(why);
  });

  it('keeps the current yt-dlp if the newest is unsigned, without running the newest', async () => {
    const flag = join(folder, 'ran');
    release = { program: `#!/bin/sh\ntouch '${flag}'\necho 2100.01.01\n`, isUnsigned: true };
    await expectKept(/: it publishes no signature$/);
    expect(await readdir(folder)).not.toContain('ran');
  });

  async function expectKept(why: RegExp): Promise<void> {
    const { ok, sentence } = await update();
    expect({ ok, sentence }).toEqual({
      ok: false,
      sentence: expect.stringMatching(why) as string,
    });
    expect(sentence.startsWith(`yt-dlp stays at ${real.version}: `)).toBe(true);
    expect(await installed.program()).toMatchObject(real);
    expect(await readdir(installed.store.folder).catch(() => [])).toEqual([]);
  }

  it('rejects a release because of a live link that only the new version cannot read', async () => {
    const blocked = `case "$*" in *live=1*) echo 'ERROR: blocked' >&2; exit 1;; esac`;
    release = { program: script(later(1), blocked) };
    const links = [`${origin}/nowhere?live=1`, `${origin}/clip.mp4?live=1`];
    expect((await update(links)).sentence).toMatch(/\.1 fails http:.*\/clip\.mp4\?live=1$/);
    expect(await installed.program()).toMatchObject(real);
  });

  it('requests nothing that the guard refuses', async () => {
    release = { program: script(later(1)) };
    await out.close();
    out = await updateNetwork(folder, '');
    expect((await update()).sentence).toMatch(/: egress refused: \w+ \(127\.0\.0\.1:\d+\)$/);
  });

  it('uses the operator’s proxy for the release and for live links', async () => {
    const proxy = new RecordingProxy();
    await proxy.open();
    await out.close();
    out = await updateNetwork(folder, '127.0.0.1/32', { proxy: proxy.url });
    try {
      release = { program: script(later(1)) };
      expect((await update([`${origin}/clip.mp4?live=1`])).ok).toBe(true);
      const { host } = new URL(origin);
      // The list, the checksums, their signature and the program share one connection; the page
      // uses another.
      expect(new Set(proxy.asked)).toEqual(new Set([host]));
      for (const path of [
        '/releases',
        '/SHA2-256SUMS',
        '/SHA2-256SUMS.sig',
        '/yt-dlp',
        '/clip.mp4?live=1',
      ]) {
        expect([path, proxy.ports.has(ports.get(path) ?? 0)]).toEqual([path, true]);
      }
    } finally {
      await proxy.close();
    }
  });

  it('can run twice at the same time', async () => {
    release = { program: script(later(1)) };
    const outcomes = await Promise.all([update(), update()]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await installed.program()).toMatchObject({ version: later(1) });
    expect(installed.store.previous()).toBeNull();
    expect(await readdir(installed.store.folder)).toHaveLength(2);
  });

  it('keeps the current yt-dlp if it is newer', async () => {
    release = { program: script('2020.01.01') };
    expect(await update()).toEqual({
      ok: true,
      hasChanged: false,
      sentence: `yt-dlp ${real.version} is in use; the newest release is 2020.01.01`,
    });
  });

  it('does not replace the operator’s own yt-dlp', async () => {
    installed = new InstalledYtdlp(parseEnv({ DATA_DIR: folder, YT_DLP_PATH: real.path }));
    const { ok, sentence } = await update();
    expect(ok).toBe(false);
    expect(sentence).toMatch(/^YT_DLP_PATH names your own/);
  });
});
