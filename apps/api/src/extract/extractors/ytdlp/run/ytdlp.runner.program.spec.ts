import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEgressAllow } from '../../../../infra/egress/egress-policy.js';
import { EgressService } from '../../../../infra/egress/egress.service.js';
import { ForwardProxy, type ProxySession } from '../../../../infra/egress/forward-proxy.js';
import { ProcessRegistry } from '../../../../infra/process/process-registry.js';
import { ProcessError, runProcess } from '../../../../infra/process/run-process.js';
import { InstalledYtdlp } from '../program/installed-ytdlp.js';
import type { YtDlpProgram } from '../program/ytdlp-program.js';
import { ytdlpArgv } from '../ytdlp.argv.js';
import { YTDLP_BOUNDS } from './ytdlp.bounds.js';
import { runYtdlp } from './ytdlp.run.js';
import { YtdlpRunner } from './ytdlp.runner.js';

const PAGES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/clip.mp4': ['video/mp4', 'not looked into'],
  '/player': [
    'text/html; charset=utf-8',
    '<title>Ärger – 日本</title><video><source src="/clip.mp4"></video>',
  ],
  // Players on other pages, which yt-dlp finds by a pattern and by code.
  '/pattern': [
    'text/html',
    `<title>P</title><iframe src="/Mediasite/Play/${'0a'.repeat(16)}"></iframe>`,
  ],
  '/code': ['text/html', '<title>C</title><a class="embedly-card" href="http://HOST/player">C</a>'],
  '/feed': [
    'application/rss+xml',
    '<rss version="2.0"><channel><title>F</title><item><title>E</title><enclosure url="/a.mp3" type="audio/mpeg"/></item></channel></rss>',
  ],
};

let folder: string;
let site: Server;
let address: string;
let processes: ProcessRegistry;
let proxy: ForwardProxy;
let session: ProxySession;
const runners: YtdlpRunner[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-runner-'));
  processes = new ProcessRegistry({ DATA_DIR: folder });
  site = createServer((request, response) => {
    const page = PAGES[request.url ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': page?.[0] ?? '' });
    response.end(page?.[1].replace('HOST', request.headers.host ?? ''));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  proxy = new ForwardProxy(
    new EgressService({
      allow: parseEgressAllow('127.0.0.0/8'),
      ownHosts: [],
      ownEndpoints: [],
    }),
  );
  await proxy.onModuleInit();
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
beforeEach(() => {
  session = proxy.openSession();
});
afterEach(() => session.close());
afterEach(() => runners.splice(0).forEach((runner) => runner.onModuleDestroy()));
afterAll(async () => {
  site.close();
  await proxy.onApplicationShutdown();
  await rm(folder, { recursive: true });
});

interface Ytdlp {
  readonly installed: InstalledYtdlp;
  readonly runner: YtdlpRunner;
}

function ytdlp(path?: string): Ytdlp {
  const installed = new InstalledYtdlp({ DATA_DIR: folder, YT_DLP_PATH: path });
  const env = { EXTRACT_CONCURRENCY: 2, EXTRACT_WARM_UP_SECONDS: 5, ROLE: 'all' as const };
  const runner = new YtdlpRunner(env, installed, processes);
  runners.push(runner);
  return { installed, runner };
}

async function programOf({ installed }: Ytdlp): Promise<YtDlpProgram> {
  const program = await installed.program();
  if (program === null) {
    throw new Error('there is no yt-dlp');
  }
  return program;
}

const patient = { bounds: YTDLP_BOUNDS, signal: new AbortController().signal };

/**
 * A runner's output for a page, without the parts that differ between runs: the time of day and the
 * random user agent.
 */
function answerOf(run: Promise<string>): Promise<unknown> {
  const ownChoice = /"epoch": \d+|"User-Agent": "[^"]+"/g;
  return run.then(
    (output) => JSON.parse(output.replace(ownChoice, '"-": 0')) as unknown,
    (error: unknown) => (error instanceof ProcessError ? error : Promise.reject(error as Error)),
  );
}

describe('YtdlpRunner with the real yt-dlp', () => {
  let one: Ytdlp;

  beforeAll(() => {
    one = ytdlp();
    // All pages share one runner, because jobs have nothing in common except their parent.
    runners.pop();
  });
  afterAll(() => one.runner.onModuleDestroy());

  const smuggled = '/clip.mp4#__youtubedl_smuggle=%7B%22a%22%3A1%7D';
  it.each(['/player', '/feed', '/pattern', '/code', '/gone', smuggled])(
    'has the same output for %s as the command line',
    async (page) => {
      const program = await programOf(one);
      const argv = ytdlpArgv({
        url: `${address}${page}`,
        version: program.version,
        extractors: undefined,
        jsRuntime: null,
        subtitles: true,
        proxyUrl: session.proxyUrl,
        cacheDir: join(folder, 'cache'),
      });
      const resident = await answerOf(one.runner.run(program, { argv, ...patient }));
      expect(one.runner.state.way).toBe('resident');
      const onStart = (): (() => void) => () => undefined;
      const command = await answerOf(runYtdlp({ path: program.path, argv, ...patient, onStart }));
      expect(resident).toEqual(command);
      expect((resident as Partial<ProcessError>).stderrTail).toBe(
        (command as Partial<ProcessError>).stderrTail,
      );
    },
  );
});

/** Makes a single-file yt-dlp, like its releases. `BODY` handles the arguments. */
async function makeYtdlp(
  name: string,
  version: string,
  body: string,
  extractors = 'return []',
): Promise<string> {
  const source = join(folder, `${name}.source`);
  await mkdir(join(source, 'yt_dlp', 'extractor'), { recursive: true });
  await writeFile(
    join(source, 'yt_dlp', '__init__.py'),
    `import os, signal, sys\nclass version:\n    __version__ = '${version}'\ndef main(argv=None):\n    argv = argv or sys.argv[1:]\n    if argv[0] == '--version':\n        print('${version}')\n    elif not argv[0].startswith('--'):\n        ${body}\n`,
  );
  await writeFile(
    join(source, 'yt_dlp', 'extractor', '__init__.py'),
    `def gen_extractor_classes():\n    ${extractors}\n`,
  );
  await writeFile(join(source, '__main__.py'), 'import yt_dlp\nyt_dlp.main()\n');
  const file = join(folder, name);
  const interpreter = '/usr/bin/env python3';
  await runProcess('python3', ['-m', 'zipapp', '-p', interpreter, '-o', file, source], {
    timeoutMs: 20_000,
  });
  return file;
}

const asks = (one: Ytdlp, ...argv: string[]): Promise<string> =>
  programOf(one).then((program) => one.runner.run(program, { argv, ...patient }));

describe('YtdlpRunner', () => {
  it('follows an updated yt-dlp', async () => {
    const path = await makeYtdlp('updated', '2026.01.01', 'print("old", sys.argv[1])');
    const one = ytdlp(path);
    expect(await asks(one, 'job')).toBe('old job');
    await rename(await makeYtdlp('newer', '2026.02.02', 'print("new", sys.argv[1])'), path);
    expect(await asks(one, 'job')).toBe('new job');
    expect(one.runner.state.way).toBe('resident');
  });

  it("falls back to the command line if the parent dies, or if yt-dlp can't be loaded", async () => {
    // The parent's child kills the parent, and the command line is used instead.
    const body =
      'os.kill(os.getppid(), signal.SIGKILL) if "zipapp" not in argv and os.getpid() == os.getpgrp() and "python" in open(f"/proc/{os.getppid()}/comm").read() else print("by itself")';
    const one = ytdlp(await makeYtdlp('deadly', '2026.01.01', body));
    expect(await asks(one, 'job')).toBe('by itself');
    expect(one.runner.state).toEqual({ way: 'command', memoryBytes: null });
    // The parent died soon after it started, so for a while no request waits for a new parent.
    expect(await asks(one, 'job')).toBe('by itself');
    expect(one.runner.state.way).toBe('command');
  });

  it('gives the command line only the time that the parent has left', async () => {
    const body =
      'import time; time.sleep(1); os.kill(os.getppid(), signal.SIGKILL) if os.getpid() == os.getpgrp() and "python" in open(f"/proc/{os.getppid()}/comm").read() else print("late")';
    const one = ytdlp(await makeYtdlp('late', '2026.01.01', body));
    const program = await programOf(one);
    const bounds = { ...YTDLP_BOUNDS, deadlineMs: 1800 };
    const late = one.runner.run(program, { ...patient, argv: ['job'], bounds });
    await expect(late).rejects.toMatchObject({ reason: 'timeout' });
  });

  it("uses the command line for a yt-dlp that Python can't import", async () => {
    const path = join(folder, 'wrapper');
    const script = '#!/bin/sh\n[ "$1" = --version ] && echo 2026.01.01 || echo "wrapped $1"\n';
    await writeFile(path, script, { mode: 0o755 });
    const one = ytdlp(path);
    expect(await asks(one, 'job')).toBe('wrapped job');
    expect(one.runner.state.way).toBe('command');
  });

  it('stops waiting for the parent to start when the visitor has left', async () => {
    const one = ytdlp(
      await makeYtdlp('slow', '2026.01.01', 'pass', 'import time; time.sleep(600)'),
    );
    const left = new AbortController();
    const program = await programOf(one);
    const running = one.runner.run(program, { argv: ['job'], ...patient, signal: left.signal });
    left.abort();
    await expect(running).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('reports how much memory the parent uses', async () => {
    const one = ytdlp(await makeYtdlp('small', '2026.01.01', 'print("here")'));
    await asks(one, 'job');
    const { memoryBytes } = one.runner.state;
    expect(memoryBytes).toBeGreaterThan(1024 * 1024);
    expect(memoryBytes).toBeLessThan(100 * 1024 * 1024);
  });
});
