import { Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordingProxy } from '../../../../infra/egress/testing/recording-proxy.js';
import { parseEnv } from '../../../../infra/env/env.js';
import { ProgramsService } from '../../../../infra/programs/programs.service.js';
import { type WayOut, wayOut } from './testing/way-out.js';
import { updateYtDlp, type UpdateOutcome } from './ytdlp-update.js';

/** What the release server has; a field that is missing is answered with 404. */
interface Release {
  program?: string;
  sums?: string;
  /** In place of the list of releases. */
  status?: number;
  listing?: string;
  sumsStatus?: number;
  /** Bytes announced and never sent. */
  missing?: number;
}

let release: Release;
let server: Server;
let origin: string;
/** Where the last request for each path came from. */
const ports = new Map<string, number>();
let folder: string;
let programs: ProgramsService;
let out: WayOut;
/** The machine's own, which good releases hand everything on to. */
let real: { path: string; version: string };

/** A release that says another version than the machine's yt-dlp and does the same, but for `change`. */
const script = (version: string, change = ''): string =>
  `#!/bin/sh\ncase "$*" in *--version*) echo '${version}'; exit;; esac\n${change}\nexec '${real.path}' "$@"\n`;
const later = (nth: number): string => `${real.version}.${nth}`;
const sumsOf = (program: string): string =>
  `${createHash('sha256').update(program).digest('hex')}  yt-dlp\n${'0'.repeat(64)}  yt-dlp.exe\n`;
const whole = (program: string): Release => ({ program, sums: sumsOf(program) });

const update = (liveLinks: readonly string[] = []): Promise<UpdateOutcome> =>
  updateYtDlp({
    programs,
    egress: out.egress,
    access: out.access,
    liveLinks,
    cacheDir: folder,
    signal: new AbortController().signal,
  });

beforeAll(async () => {
  Logger.overrideLogger(false);
  server = createServer((request, response) => {
    ports.set(request.url ?? '', request.socket.remotePort ?? 0);
    const assets = ['yt-dlp', 'SHA2-256SUMS'].map((name) => ({
      name,
      browser_download_url: `${origin}/${name}`,
    }));
    const answers: Record<string, [type: string, body: string | undefined]> = {
      '/releases': ['application/json', release.listing ?? JSON.stringify([{ assets }])],
      '/yt-dlp': ['application/octet-stream', release.program],
      '/SHA2-256SUMS': ['application/octet-stream', release.sums],
      '/clip.mp4?live=1': ['video/mp4', 'canary'],
    };
    const [type, body] = answers[request.url ?? ''] ?? ['text/plain', undefined];
    const missing = request.url === '/yt-dlp' ? (release.missing ?? 0) : 0;
    const given = { '/releases': release.status, '/SHA2-256SUMS': release.sumsStatus };
    const status = given[request.url as keyof typeof given] ?? (body === undefined ? 404 : 200);
    response.writeHead(status, {
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body ?? '') + missing,
    });
    response.write(body ?? '', () => (missing > 0 ? response.destroy() : response.end()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env['YOUTUBE_DL_HOST'] = `${origin}/releases`;
});
afterAll(() => {
  delete process.env['YOUTUBE_DL_HOST'];
  server.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-update-'));
  out = await wayOut(folder, '127.0.0.1/32');
  programs = new ProgramsService(parseEnv({ DATA_DIR: folder }));
  const found = await programs.ytDlp();
  if (found === null) {
    throw new Error('no yt-dlp on this machine');
  }
  real = found;
});
afterEach(async () => {
  await out.close();
  await rm(folder, { recursive: true });
});

describe('updateYtDlp', () => {
  it('takes a good release, sees that it is the newest, and goes back when it turns bad', async () => {
    release = whole(script(later(1)));
    expect(await update()).toEqual({
      ok: true,
      hasChanged: true,
      sentence: `yt-dlp ${later(1)} is in use now, after ${real.version}`,
    });
    expect(await programs.ytDlp()).toMatchObject({ version: later(1) });
    expect(await programs.ytDlpOrigin()).toBe('updated');

    // It passes until the file that it looks for is there.
    const flag = join(folder, 'flag');
    release = whole(
      script(later(2), `if [ -e '${flag}' ]; then echo 'ERROR: bad' >&2; exit 1; fi`),
    );
    expect(await update()).toMatchObject({ ok: true });
    expect(await programs.ytDlp()).toMatchObject({ version: later(2) });
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
    expect(await programs.ytDlp()).toMatchObject({ version: later(1) });
  });

  it.each<[what: string, release: () => Release, why: RegExp]>([
    ['is not told of', () => ({ status: 403 }), /: HTTP 403 from 127\.0\.0\.1:\d+$/],
    [
      'is truncated',
      () => ({ ...whole(script(later(1))), missing: 9 }),
      /egress failed: connection/,
    ],
    ['is a login', () => ({ listing: '<html>Log in' }), /: the list of releases cannot be read$/],
    ['is not there', () => ({ sums: sumsOf('') }), /: HTTP 404 for the newest release$/],
    [
      'has a checksum that cannot be had now',
      () => ({ program: script(later(1)), sumsStatus: 503 }),
      /: HTTP 503 for its checksum$/,
    ],
    ['is a page', () => ({ program: '<!doctype html><p>Log in' }), /does not run here/],
    [
      'is another file than was published',
      () => ({ program: script(later(1)), sums: sumsOf('') }),
      /its checksum differs/,
    ],
    [
      'wants a newer Python',
      () => whole('#!/bin/sh\necho "ImportError: Only Python 3.14 and above" >&2; exit 1\n'),
      /does not run here \(ImportError: Only Python 3\.14 and above\)/,
    ],
    ['does not say its version', () => whole('#!/bin/sh\necho hello\n'), /its version/],
    [
      'does not know a flag of ours',
      () => whole(script(later(1), 'echo "yt-dlp: error: no such option: --x" >&2; exit 2')),
      /fails \/clip\.mp4: yt-dlp: error: no such option: --x instead of mp4 -/,
    ],
    [
      'answers something else',
      () => whole(script(later(1), 'echo "{}"; exit')),
      /fails \/clip\.mp4: .* instead of mp4 -/,
    ],
  ])('keeps the one in use when the newest %s', async (_, offered, why) => {
    release = offered();
    const { ok, sentence } = await update();
    expect({ ok, sentence }).toEqual({
      ok: false,
      sentence: expect.stringMatching(why) as string,
    });
    expect(sentence.startsWith(`yt-dlp stays at ${real.version}: `)).toBe(true);
    expect(await programs.ytDlp()).toMatchObject(real);
    expect(await readdir(programs.ytDlpStore.folder).catch(() => [])).toEqual([]);
  });

  it('counts a live link that only the newest cannot read', async () => {
    const blocked = `case "$*" in *live=1*) echo 'ERROR: blocked' >&2; exit 1;; esac`;
    release = whole(script(later(1), blocked));
    const links = [`${origin}/nowhere?live=1`, `${origin}/clip.mp4?live=1`];
    expect((await update(links)).sentence).toMatch(/\.1 fails http:.*\/clip\.mp4\?live=1$/);
    expect(await programs.ytDlp()).toMatchObject(real);
  });

  it('takes one that publishes no checksum, and says so', async () => {
    release = { program: script(later(1)) };
    expect((await update()).sentence).toMatch(/; it publishes no checksum$/);
    expect(await programs.ytDlpVersion()).toBe(later(1));
  });

  it('asks nothing that the guard refuses', async () => {
    release = whole(script(later(1)));
    await out.close();
    out = await wayOut(folder, '');
    expect((await update()).sentence).toMatch(/: egress refused: \w+ \(127\.0\.0\.1:\d+\)$/);
  });

  it('goes out through the operator’s proxy, for the release and for live links', async () => {
    const proxy = new RecordingProxy();
    await proxy.open();
    await out.close();
    out = await wayOut(folder, '127.0.0.1/32', { proxy: proxy.url });
    try {
      release = whole(script(later(1)));
      expect((await update([`${origin}/clip.mp4?live=1`])).ok).toBe(true);
      const { host } = new URL(origin);
      // The list, the checksums and the program share a connection; the page has its own.
      expect(new Set(proxy.asked)).toEqual(new Set([host]));
      for (const path of ['/releases', '/SHA2-256SUMS', '/yt-dlp', '/clip.mp4?live=1']) {
        expect([path, proxy.ports.has(ports.get(path) ?? 0)]).toEqual([path, true]);
      }
    } finally {
      await proxy.close();
    }
  });

  it('runs twice at once', async () => {
    release = whole(script(later(1)));
    const outcomes = await Promise.all([update(), update()]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await programs.ytDlp()).toMatchObject({ version: later(1) });
    expect(programs.ytDlpStore.previous()).toBeNull();
    expect(await readdir(programs.ytDlpStore.folder)).toHaveLength(2);
  });

  it('keeps a newer one', async () => {
    release = whole(script('2020.01.01'));
    expect(await update()).toEqual({
      ok: true,
      hasChanged: false,
      sentence: `yt-dlp ${real.version} is in use, the newest release is 2020.01.01`,
    });
  });

  it('leaves the operator’s own alone', async () => {
    programs = new ProgramsService(parseEnv({ DATA_DIR: folder, YT_DLP_PATH: real.path }));
    const { ok, sentence } = await update();
    expect(ok).toBe(false);
    expect(sentence).toMatch(/^YT_DLP_PATH names your own/);
  });
});
