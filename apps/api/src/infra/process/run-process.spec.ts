import { waitUntil } from '../testing/wait-until.js';
import { processIdentity } from './process-identity.js';
import { ProcessError, runProcess } from './run-process.js';

const node = process.execPath;
/** This is longer than any machine needs to start a program. */
const timeoutMs = 60_000;

async function failureOf(run: Promise<unknown>): Promise<ProcessError> {
  const outcome = await run.then(
    () => null,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(ProcessError);
  return outcome as ProcessError;
}

describe('runProcess', () => {
  it('returns the output and passes arguments unchanged', async () => {
    const hostile = ['$(id)', '; true', '--flag', 'two words', "'"];
    const output = await runProcess(
      node,
      ['-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--', ...hostile],
      { timeoutMs },
    );
    expect(JSON.parse(output)).toEqual(hostile);
  });

  it.each([
    ['all of it', 'process.stdin.pipe(process.stdout)', 300_000],
    // More than fits into a pipe, so that we are still writing when the program exits.
    ['the beginning', 'process.stdin.once("data", () => process.exit())', 0],
  ])('passes input to a program that reads %s', async (_, script, length) => {
    const input = Buffer.alloc(300_000, 'x');
    const output = await runProcess(node, ['-e', script], { timeoutMs, input });
    expect(output).toHaveLength(length);
  });

  it('passes on only PATH from our environment', async () => {
    process.env['SECRET_OF_THE_TEST'] = 'x';
    const output = await runProcess(node, ['-p', 'Object.keys(process.env).join()'], {
      timeoutMs,
    });
    expect(output).not.toContain('SECRET_OF_THE_TEST');
    expect(output).not.toMatch(/proxy/i);
  });

  it('lets a program keep the memory that it frees', async () => {
    const script = 'process.env.MALLOC_MMAP_THRESHOLD_ + " " + process.env.MALLOC_TRIM_THRESHOLD_';
    expect(await runProcess(node, ['-p', script], { timeoutMs })).toBe('4194304 33554432\n');
  });

  it('reports a failure with its exit code and the end of its output', async () => {
    const failure = await failureOf(
      runProcess(node, ['-e', 'console.error("why"); process.exit(3)'], { timeoutMs }),
    );
    expect([failure.reason, failure.exitCode, failure.stderrTail]).toEqual(['exit', 3, 'why\n']);
  });

  it('removes the query from a URL in an error message', () => {
    const said = "ERROR: cannot open 'https://cdn.example/v.mp4?token=abc#x': 403";
    const { stderrTail } = new ProcessError('exit', 1, said);
    expect(stderrTail).toBe("ERROR: cannot open 'https://cdn.example/v.mp4': 403");
  });

  it('reports a program that does not exist', async () => {
    const failure = await failureOf(runProcess('/nowhere/program', [], { timeoutMs }));
    expect(failure.reason).toBe('spawn');
  });

  it('kills the whole process group when the time is up', async () => {
    const script = `const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      console.error(c.pid); setInterval(() => {}, 1000)`;
    let failure: ProcessError;
    let deadlineMs = 500;
    // Try again with more time until both processes start before the time is up.
    do {
      deadlineMs *= 2;
      failure = await failureOf(runProcess(node, ['-e', script], { timeoutMs: deadlineMs }));
      expect(failure.reason).toBe('timeout');
    } while (failure.stderrTail === '');
    const child = Number(failure.stderrTail);
    expect(child).toBeGreaterThan(1);
    // A killed process remains visible until the kernel has removed it.
    await waitUntil(() => processIdentity(child) === null, 'the end of its child');
  });

  it('stops when aborted, even before the start', async () => {
    const late = new AbortController();
    const run = runProcess(node, ['-e', 'setInterval(() => {}, 1000)'], {
      timeoutMs,
      signal: late.signal,
    });
    late.abort();
    expect((await failureOf(run)).reason).toBe('aborted');
    const early = runProcess(node, ['-e', '0'], { timeoutMs, signal: AbortSignal.abort() });
    expect((await failureOf(early)).reason).toBe('aborted');
  });

  it('kills a program that prints too much', async () => {
    // The script waits for each write before the next. In a loop without pauses, its output might
    // never be flushed.
    const script = 'const more = () => process.stdout.write("x".repeat(50000), more); more()';
    const flood = runProcess(node, ['-e', script], {
      timeoutMs,
      maxOutputBytes: 100_000,
    });
    expect((await failureOf(flood)).reason).toBe('output');
  });

  it('reports the process id, and when the process has ended', async () => {
    const seen: unknown[] = [];
    const onStart = (pid: number) => {
      seen.push(typeof pid);
      return () => void seen.push('ended');
    };
    await runProcess('true', [], { timeoutMs: 20_000, onStart });
    expect(seen).toEqual(['number', 'ended']);
  });

  it('kills a process whose start is refused', async () => {
    const onStart = (): never => {
      throw new Error('no record');
    };
    const run = runProcess('sleep', ['600'], { timeoutMs: 60_000, onStart });
    await expect(run).rejects.toThrow('no record');
  });
});
