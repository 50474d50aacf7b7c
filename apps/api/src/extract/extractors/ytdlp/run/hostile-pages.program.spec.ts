import { canonicalPageUrl } from '@dipper/media';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEgressAllow } from '../../../../infra/egress/egress-policy.js';
import { EgressService } from '../../../../infra/egress/egress.service.js';
import { ForwardProxy } from '../../../../infra/egress/forward-proxy.js';
import { type Env, parseEnv } from '../../../../infra/env/env.js';
import { DomainError } from '../../../../infra/errors/domain-error.js';
import { InstalledYtdlp } from '../program/installed-ytdlp.js';
import type { YtDlpProgram } from '../program/ytdlp-program.js';
import { SiteSettings } from '../../../../infra/sites/site-settings.js';
import { watchMemory } from '../../../../infra/testing/memory-watch.js';
import { waitUntil } from '../../../../infra/testing/wait-until.js';
import { type HOSTILE_PAGES, startHostileOrigin } from '../../../testing/hostile-origin.js';
import { CookieCopies } from '../access/cookie-copies.js';
import { ResidentYtdlp } from './resident/resident-ytdlp.js';
import { SiteAccess } from '../access/site-access.js';
import { YTDLP_BOUNDS, type YtdlpBounds } from './ytdlp.bounds.js';
import { YtdlpExtractor } from '../ytdlp.extractor.js';
import type { YtdlpJob } from './ytdlp.job.js';
import { runYtdlp } from './ytdlp.run.js';
import type { YtdlpRunner } from './ytdlp.runner.js';

interface Runner {
  readonly name: string;
  readonly run: (program: YtDlpProgram, job: YtdlpJob) => Promise<string>;
  readonly close: () => void;
  /**
   * The pages that are tested this way; not all are, because starting Python for each page takes
   * time.
   */
  readonly pages: (path: keyof typeof HOSTILE_PAGES) => boolean;
}

let parent: Promise<ResidentYtdlp> | null = null;

const RUNNERS: readonly Runner[] = [
  {
    name: 'a resident parent',
    run: async (program, job) => {
      parent ??= ResidentYtdlp.start(program, { channels: 1, onStart: () => () => undefined });
      const resident = await parent;
      // The parent must survive whatever the previous page did to its child.
      expect(resident.isAvailable).toBe(true);
      return resident.run(job);
    },
    close: () => void parent?.then((resident) => resident.kill()),
    pages: () => true,
  },
  {
    name: 'the command line',
    run: ({ path }, job) => runYtdlp({ path, ...job }),
    close: () => undefined,
    pages: (path) => ['/markup', '/gzip-bomb', '/players', '/drip', '/loop'].includes(path),
  },
];

const MIB = 1024 * 1024;
/** The memory limit of a job with all its processes, in bytes. */
const MOST_MEMORY = 512 * MIB;

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

interface Outcome {
  readonly code: string;
  readonly formats: number;
  readonly peakBytes: number;
}

describe.each(RUNNERS)('hostile pages, read by $name', (runner) => {
  let folder: string;
  let origin: Awaited<ReturnType<typeof startHostileOrigin>>;
  let egress: EgressService;
  let proxy: ForwardProxy;
  let env: Env;
  let installed: InstalledYtdlp;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-hostile-'));
    env = parseEnv({ DATA_DIR: folder });
    // All pages share this, so that yt-dlp is started only once to get its version.
    installed = new InstalledYtdlp(env);
    origin = await startHostileOrigin();
    egress = new EgressService({
      allow: parseEgressAllow('127.0.0.1/32'),
      ownHosts: [],
      ownEndpoints: [],
    });
    proxy = new ForwardProxy(egress);
    await proxy.onModuleInit();
  });
  afterAll(async () => {
    runner.close();
    await proxy.onApplicationShutdown();
    await egress.onApplicationShutdown();
    await origin.close();
    await rm(folder, { recursive: true });
  });

  async function read(link: string, tightened: Partial<YtdlpBounds> = {}): Promise<Outcome> {
    const watches: (() => Promise<number>)[] = [];
    const started: number[] = [];
    const watched: Pick<YtdlpRunner, 'run'> = {
      run: (program, job) =>
        runner.run(program, {
          ...job,
          onStart: (pid) => {
            started.push(pid);
            watches.push(watchMemory(pid));
            return () => undefined;
          },
        }),
    };
    class Tightened extends YtdlpExtractor {
      protected override readonly bounds = { ...YTDLP_BOUNDS, ...tightened };
    }
    const settings = new SiteSettings({ file: join(folder, 'extraction.json') });
    const extractor = new Tightened(
      env,
      installed,
      watched as YtdlpRunner,
      new SiteAccess(settings, proxy, new CookieCopies(env)),
      egress,
    );
    const url = canonicalPageUrl(link);
    const found = await extractor
      .extract({ url, platform: null }, new AbortController().signal)
      .catch((error: unknown) => error);
    const peakBytes = Math.max(...(await Promise.all(watches.map((end) => end()))));
    // A list with one entry takes a second run, which opens the entry.
    expect([1, 2]).toContain(started.length);
    // A process that was killed may still be returning its memory.
    await waitUntil(() => !started.some(isAlive), 'the end of all processes');

    if (found instanceof DomainError) {
      return { code: found.code, formats: 0, peakBytes };
    }
    const formats = (found as { item?: { formats: unknown[] } }).item?.formats.length;
    return {
      code: formats === undefined ? String(found) : 'found',
      formats: formats ?? 0,
      peakBytes,
    };
  }

  const PAGES: readonly [keyof typeof HOSTILE_PAGES, string, Partial<YtdlpBounds>][] = [
    ['/markup', 'PAGE_TOO_LARGE', {}],
    ['/wide-letters', 'PAGE_TOO_LARGE', {}],
    ['/gzip-bomb', 'PAGE_TOO_LARGE', {}],
    ['/deflate-bomb', 'PAGE_TOO_LARGE', {}],
    ['/players', 'PAGE_TOO_LARGE', { cpuSeconds: 1 }],
    ['/unfinished-json', 'PAGE_TOO_LARGE', { cpuSeconds: 1 }],
    ['/drip', 'SOURCE_TIMEOUT', { deadlineMs: 1_500 }],
    ['/drip-head', 'SOURCE_TIMEOUT', { deadlineMs: 1_500 }],
    ['/claims-more', 'PAGE_TOO_LARGE', {}],
    ['/claims-less', 'UNSUPPORTED_SITE', {}],
    ['/claims-nonsense', 'SOURCE_FAILED', {}],
    ['/formats.m3u8', 'PAGE_TOO_LARGE', { cpuSeconds: 2 }],
    ['/own-variant.m3u8', 'LIVE_STREAM', {}],
    ['/live-player', 'LIVE_STREAM', {}],
    ['/live.mpd', 'LIVE_STREAM', {}],
    ['/loop', 'SOURCE_FAILED', {}],
    ['/chain', 'SOURCE_FAILED', {}],
    ['/refresh', 'UNSUPPORTED_SITE', {}],
    ['/own-player', 'UNSUPPORTED_SITE', {}],
    ['/own-feed', 'NO_MEDIA', {}],
    // This page runs out of CPU time. With more time, it would hit Python's recursion limit, with
    // the same error.
    ['/feeds', 'PAGE_TOO_LARGE', { cpuSeconds: 1 }],
    ['/frames', 'UNSUPPORTED_SITE', {}],
    ['/deep-json', 'UNSUPPORTED_SITE', {}],
  ];

  it.each(PAGES.filter(([path]) => runner.pages(path)))(
    'at %s end with %s, within the memory limit',
    async (path, code, tightened) => {
      const outcome = await read(origin.url + path, tightened);
      expect(outcome.code).toBe(code);
      expect(outcome.peakBytes).toBeLessThan(MOST_MEMORY);
    },
  );
});
