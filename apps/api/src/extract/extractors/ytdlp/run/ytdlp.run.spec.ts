import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessError } from '../../../../infra/process/run-process.js';
import { YTDLP_BOUNDS } from './ytdlp.bounds.js';
import { runYtdlp } from './ytdlp.run.js';

/** Programs that replace yt-dlp and misbehave on demand. */
const SCRIPTS = {
  answers: 'echo "$@"',
  refuses: 'echo "ERROR: Unsupported URL" >&2; exit 1',
  floods: 'exec yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  // The kernel kills yt-dlp like this when it exceeds its limits or when memory is short.
  dies: 'echo "half a sentence" >&2; kill -KILL $$',
  crashes: 'kill -SEGV $$',
  // The background processes must also be killed.
  forks: 'sleep 600 & sleep 600 & echo $!',
  spins: 'while :; do :; done',
  hangs: 'sleep 600',
} as const;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-ytdlp-'));
  await Promise.all([
    ...Object.entries(SCRIPTS).map(([name, script]) =>
      writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 }),
    ),
    writeFile(join(folder, 'unrunnable'), 'no program\n', { mode: 0o644 }),
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

async function outcomeOf(
  name: string,
  { argv = [] as string[], deadlineMs = 30_000, signal = new AbortController().signal } = {},
): Promise<{ output: unknown; told: string[] }> {
  const told: string[] = [];
  const output = await runYtdlp({
    path: join(folder, name),
    argv,
    bounds: { ...YTDLP_BOUNDS, deadlineMs },
    signal,
    onStart: () => {
      told.push('started');
      return () => told.push('ended');
    },
  }).catch((error: unknown) => error);
  return { output, told };
}

describe('runYtdlp', () => {
  it('returns the output and passes arguments unchanged', async () => {
    const { output, told } = await outcomeOf('answers', { argv: ['--', '$(id)', 'two words'] });
    expect(output).toBe('-- $(id) two words');
    expect(told).toEqual(['started', 'ended']);
  });

  it.each([
    ['refuses', 'exit', 1, /^ERROR: Unsupported URL/],
    ['dies', 'exit', null, /half a sentence\nended by SIGKILL/],
    ['crashes', 'exit', null, /^\nended by SIGSEGV$/],
    ['floods', 'output', null, /^$/],
    ['not-there', 'spawn', 127, /./],
    ['unrunnable', 'spawn', 126, /./],
  ] as const)(
    'reports the outcome of the program "%s": %s',
    async (name, reason, exitCode, stderrTail) => {
      const { output, told } = await outcomeOf(name);
      expect(output).toBeInstanceOf(ProcessError);
      expect(output).toMatchObject({
        reason,
        exitCode,
        stderrTail: expect.stringMatching(stderrTail) as string,
      });
      expect(told).toEqual(['started', 'ended']);
    },
  );

  it('kills a leftover child, even if it keeps the output open', async () => {
    const { output } = await outcomeOf('forks', { deadlineMs: 300 });
    expect(output).toMatchObject({ reason: 'timeout' });
  });

  it.each(['spins', 'hangs'])('kills a program that %s when its time is up', async (name) => {
    const { output } = await outcomeOf(name, { deadlineMs: 300 });
    expect(output).toMatchObject({ reason: 'timeout' });
  });

  it('stops when aborted, even before the start', async () => {
    const late = new AbortController();
    const running = outcomeOf('hangs', { signal: late.signal });
    late.abort();
    expect((await running).output).toMatchObject({ reason: 'aborted' });
    const early = await outcomeOf('hangs', { signal: AbortSignal.abort() });
    expect(early.output).toMatchObject({ reason: 'aborted' });
  });
});
