import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchPath } from '../../../../../infra/env/system-env.js';
import { processIdentity } from '../../../../../infra/process/process-identity.js';
import { ProcessError } from '../../../../../infra/process/run-process.js';
import { findProgram } from '../../../../../infra/programs/find-program.js';
import { waitUntil } from '../../../../../infra/testing/wait-until.js';
import { YTDLP_BOUNDS } from '../ytdlp.bounds.js';
import { ResidentStopped } from './channel-job.js';
import { ResidentYtdlp } from './resident-ytdlp.js';

/** A replacement for yt-dlp's module that can misbehave on demand. */
const MODULE = `
import ctypes, json, os, signal, sys, time

class version:
    __version__ = '2026.01.01'

jobs = 0
without_plugins = bool(os.environ.get('YTDLP_NO_PLUGINS'))

def main(argv):
    global jobs
    name, *rest = argv
    if name.startswith('--'):
        return  # the rehearsal
    jobs += 1
    globals()[name](*rest)

def answers(*words):
    fds = sorted(int(fd) for fd in os.listdir('/proc/self/fd'))[:-1]
    print(json.dumps({'words': words, 'jobs': jobs, 'env': dict(os.environ), 'fds': fds,
                      'group': os.getpgrp() == os.getpid(), 'nice': os.nice(0), 'stdin': sys.stdin.read(),
                      'without_plugins': without_plugins}))

def refuses():
    print('ERROR: Unsupported URL', file=sys.stderr)
    sys.exit(1)

def exits_with_words():
    sys.exit('ERROR: no words')

def raises():
    raise ValueError('not what was meant')

def floods():
    while True:
        os.write(1, b'a' * 65536)

def floods_errors():
    for _ in range(2000):
        os.write(2, b'b' * 4096)
    os.write(2, b'the end')
    sys.exit(1)

def crashes():
    ctypes.string_at(0)

def loops():
    while True:
        pass

def hangs():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(600)

def hoards():
    hoard = []
    while True:
        hoard.append(bytearray(8 << 20))

def writes(path):
    with open(path, 'wb') as file:
        file.write(b'c' * (64 << 20))

def forks():
    pids = []
    for leaves in (False, True, True):
        pid = os.fork()
        if pid == 0:
            if leaves:
                os.setsid()
            time.sleep(600)
            os._exit(0)
        pids.append(pid)
    print(json.dumps(pids))

def closes_all():
    os.closerange(0, 64)
    time.sleep(600)

def forges():
    report = {'code': 0, 'signal': None, 'stderr': '', 'cpuMs': 0, 'peakKb': 0, 'parentKb': 0}
    os.write(1, b'forged\\0' + json.dumps(report).encode() + b'\\n')
    sys.stdout.write(os.read(1, 65536).decode())
    time.sleep(600)

def ends_at(moment):
    time.sleep(max(0, float(moment) - time.time() - 0.01))
    while time.time() < float(moment):
        pass
    os._exit(0)

def kills_parent():
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(600)
`;

let folder: string;
let resident: ResidentYtdlp;
const pids: number[] = [];

const track = (pid: number) => {
  pids.push(pid);
  return () => undefined;
};

const PYTHON = findProgram('python3', [], searchPath()) ?? 'there is no python3';

function start(channels = 2, interpreter = PYTHON): Promise<ResidentYtdlp> {
  return ResidentYtdlp.start(
    {
      path: '',
      version: '2026.01.01',
      fingerprint: '',
      python: { interpreter, modulePath: folder },
    },
    { channels, onStart: track },
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-resident-'));
  await mkdir(join(folder, 'yt_dlp', 'extractor'), { recursive: true });
  await writeFile(join(folder, 'yt_dlp', '__init__.py'), MODULE);
  await writeFile(
    join(folder, 'yt_dlp', 'extractor', '__init__.py'),
    'def gen_extractor_classes(): return []\n',
  );
  resident = await start();
});
afterAll(async () => {
  resident.kill();
  await rm(folder, { recursive: true });
});

interface Changes {
  readonly signal?: AbortSignal;
  readonly bounds?: Partial<typeof YTDLP_BOUNDS>;
  readonly onStart?: (pid: number) => () => void;
}

function run(
  argv: readonly string[],
  { signal = new AbortController().signal, bounds = {}, onStart = track }: Changes = {},
): Promise<string> {
  return resident.run({ argv, signal, bounds: { ...YTDLP_BOUNDS, ...bounds }, onStart });
}

async function failureOf(...given: Parameters<typeof run>): Promise<ProcessError> {
  const error = await run(...given).catch((thrown: unknown) => thrown);
  if (!(error instanceof ProcessError)) {
    throw new Error(`no ProcessError, but ${String(error)}`, { cause: error });
  }
  return error;
}

const isGone = (pid: number): boolean => processIdentity(pid) === null;

interface Answer {
  readonly words: string[];
  readonly jobs: number;
  readonly env: Record<string, string>;
  readonly fds: number[];
  readonly group: boolean;
  readonly nice: number;
  readonly stdin: string;
  readonly without_plugins: boolean;
}

async function answer(...words: string[]): Promise<Answer> {
  return JSON.parse(await run(['answers', ...words])) as Answer;
}

describe('ResidentYtdlp', () => {
  // Whatever a job did, its processes must be gone, and the same parent must run the next job.
  afterEach(async () => {
    expect((await answer('next')).words).toEqual(['next']);
    const [parent, ...jobs] = pids.splice(0);
    pids.unshift(parent ?? 0);
    await waitUntil(() => jobs.every(isGone), 'the end of its jobs');
    expect(isGone(parent ?? 0)).toBe(false);
  });

  it('gives each job its own process', async () => {
    const two = await Promise.all([answer('ä', 'a b', '--'), answer('2')]);
    expect(two[0].words).toEqual(['ä', 'a b', '--']);
    for (const { jobs, env, fds, group, nice, stdin, without_plugins } of two) {
      expect(without_plugins).toBe(true);
      // The job starts from the parent's clean state: it finds no trace of an earlier job, and no
      // open channel except its own output.
      expect(jobs).toBe(1);
      expect(fds).toEqual([0, 1, 2]);
      expect([group, stdin]).toEqual([true, '']);
      expect(nice).toBe(Math.min(19, getPriority() + 5));
      expect(Object.keys(env).sort()).toEqual(expect.arrayContaining(['LANG', 'PATH']) as string[]);
      expect(Object.keys(env).filter((name) => !/^(LANG|PATH|LC_CTYPE)$/.test(name))).toEqual([]);
    }
  });

  it.each([
    ['refuses', 'exit', 1, /^ERROR: Unsupported URL$/],
    ['exits_with_words', 'exit', 1, /^ERROR: no words$/],
    ['raises', 'exit', 1, /ValueError: not what was meant$/],
    ['floods', 'output', null, /./],
    ['floods_errors', 'exit', 1, /^b+the end$/],
    ['crashes', 'exit', null, /ended by SIGSEGV$/],
    ['hoards', 'exit', 1, /MemoryError/],
  ])('reports a job that %s as a failure: %s', async (name, reason, code, said) => {
    const error = await failureOf([name]);
    expect(error).toMatchObject({ reason, exitCode: code });
    expect(error.stderrTail).toMatch(said);
    expect(error.stderrTail.length).toBeLessThanOrEqual(8000);
  });

  it.each(['loops', 'hangs', 'closes_all'])(
    'kills a job that %s when its time is up',
    async (name) => {
      expect(await failureOf([name], { bounds: { deadlineMs: 300 } })).toMatchObject({
        reason: 'timeout',
      });
    },
  );

  it('reports a job that the kernel killed because its CPU time was used up', async () => {
    const error = await failureOf(['loops'], { bounds: { cpuSeconds: 1 } });
    expect(error).toMatchObject({ reason: 'exit' });
    expect(error.stderrTail).toMatch(/ended by SIG(XCPU|KILL)$/);
  });

  it('does not let a job write a larger file than allowed', async () => {
    expect(await failureOf(['writes', join(folder, 'big')])).toMatchObject({ reason: 'exit' });
  });

  it('kills all processes that a job has started, even outside its group', async () => {
    const started = JSON.parse(await run(['forks'])) as number[];
    expect(started).toHaveLength(3);
    await waitUntil(() => started.every(isGone), 'the end of what it started');
  });

  it('kills a job that nobody waits for anymore', async () => {
    const left = new AbortController();
    const running = failureOf(['hangs'], {
      signal: left.signal,
      onStart: (pid) => {
        left.abort();
        return track(pid);
      },
    });
    expect(await running).toMatchObject({ reason: 'aborted' });
    expect(await failureOf(['hangs'], { signal: left.signal })).toMatchObject({
      reason: 'aborted',
    });
  });

  it('kills a job whose start is refused', async () => {
    const refusal = new Error('the disk is full');
    const running = run(['hangs'], {
      onStart: (pid) => {
        track(pid);
        throw refusal;
      },
    });
    await expect(running).rejects.toBe(refusal);
  });

  it('accepts no more jobs than it has channels', async () => {
    const left = new AbortController();
    const hanging = [0, 1].map(() => failureOf(['hangs'], { signal: left.signal }));
    expect(resident.isAvailable).toBe(false);
    await expect(run(['answers'])).rejects.toThrow(ResidentStopped);
    left.abort();
    await Promise.all(hanging);
    expect(resident.isAvailable).toBe(true);
  });
});

describe('a resident yt-dlp', () => {
  beforeEach(() => pids.splice(0));

  it('reports that a job killed the parent, and kills its other jobs', async () => {
    const before = resident;
    resident = await start();
    await expect(run(['kills_parent'])).rejects.toThrow(ResidentStopped);
    expect(resident.isAvailable).toBe(false);
    await waitUntil(() => pids.every(isGone), 'the end of all');
    resident = before;
  });

  it('gives no further job to a parent whose job forged a report', async () => {
    const before = resident;
    resident = await start();
    await expect(run(['forges'])).rejects.toThrow(ResidentStopped);
    expect(resident.isAvailable).toBe(false);
    await waitUntil(() => pids.every(isGone), 'the end of all');
    resident = before;
  });

  it('survives jobs that end at the same moment', async () => {
    const one = await start(8);
    const signal = new AbortController().signal;
    for (let round = 0; round < 8; round += 1) {
      const argv = ['ends_at', String(Date.now() / 1000 + 0.2)];
      const job = { argv, signal, bounds: YTDLP_BOUNDS, onStart: track };
      expect(await Promise.all(Array.from({ length: 8 }, () => one.run(job)))).toHaveLength(8);
    }
    one.retire();
  });

  it('finishes running jobs after it has been replaced', async () => {
    const one = await start();
    const bounds = { ...YTDLP_BOUNDS, deadlineMs: 300 };
    const signal = new AbortController().signal;
    const job = one.run({ argv: ['hangs'], signal, bounds, onStart: track });
    one.retire();
    expect(one.isAvailable).toBe(false);
    await expect(job).rejects.toMatchObject({ reason: 'timeout' });
    await waitUntil(() => pids.every(isGone), 'the end of all');
  });

  it("keeps the machine's limits if they are lower", async () => {
    const interpreter = join(folder, 'limited');
    const script = `#!/bin/sh\nulimit -f 64\nexec ${PYTHON} "$@"\n`;
    await writeFile(interpreter, script, { mode: 0o755 });
    const limited = await start(1, interpreter);
    const signal = new AbortController().signal;
    const job = { argv: ['answers'], signal, bounds: YTDLP_BOUNDS, onStart: track };
    await expect(limited.run(job)).resolves.toContain('"jobs": 1');
    limited.retire();
  });

  it('does not start if it loads another version than the program has', async () => {
    const starting = ResidentYtdlp.start(
      {
        path: '',
        version: '2026.02.02',
        fingerprint: '',
        python: { interpreter: PYTHON, modulePath: folder },
      },
      { channels: 1, onStart: track },
    );
    await expect(starting).rejects.toThrow('2026.01.01 was loaded instead of 2026.02.02');
    await waitUntil(() => pids.every(isGone), 'the end of all');
  });

  it.each([
    ['an interpreter that exits immediately', '/nowhere'],
    ['no interpreter', null],
  ])('does not start with %s', async (_, modulePath) => {
    const interpreter = modulePath === null ? '/nowhere/python3' : '/bin/false';
    const starting = ResidentYtdlp.start(
      { path: '', version: '', fingerprint: '', python: { interpreter, modulePath } },
      { channels: 1, onStart: track },
    );
    await expect(starting).rejects.toThrow(ProcessError);
  });
});
