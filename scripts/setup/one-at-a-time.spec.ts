import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(join(__dirname, 'one-at-a-time.mjs')).href;
const folder = mkdtempSync(join(tmpdir(), 'dipper-lock-'));
const children: ChildProcess[] = [];
afterEach(() => {
  children.splice(0).forEach((child) => child.kill('SIGKILL'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Starts a process that holds the lock until its stdin ends. @returns the process and the first
 * line that it prints
 */
async function worker(): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    import { once } from 'node:events';
    import { oneAtATime } from '${MODULE}';
    await oneAtATime('${join(folder, 'lock')}', async () => {
      console.log('at work');
      await once(process.stdin.resume(), 'end');
    });
  `;
  const argv = ['--input-type=module', '--eval', script];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return { child, said: await nextWords(child) };
}

async function nextWords({ stdout }: ChildProcess): Promise<string> {
  const [text] = (await once(stdout ?? process.stdin, 'data')) as [Buffer];
  return text.toString().trim();
}

it.each<[how: string, end: (first: ChildProcess) => unknown]>([
  ['is finished', (first) => first.stdin?.end()],
  ['was killed', (first) => first.kill('SIGKILL')],
])('makes a second process wait until the first one %s', async (_, end) => {
  const first = await worker();
  expect(first.said).toBe('at work');
  const second = await worker();
  expect(second.said).toMatch(/^Waiting/);
  end(first.child);
  expect(await nextWords(second.child)).toBe('at work');
  second.child.stdin?.end();
  expect(await once(second.child, 'exit')).toEqual([0, null]);
});

it.each<[what: string, left: string]>([
  ['contains only a process id', String(process.pid)],
  ['contains the id of a running process that started at another time', `${process.pid} 1`],
  ['contains the id of a process that has ended', '999999999 1'],
  ['has been left empty', ''],
])('takes over a lock that %s', async (_, left) => {
  const lock = join(folder, 'lock');
  writeFileSync(lock, left);
  utimesSync(lock, 1, 1);
  const only = await worker();
  expect(only.said).toBe('at work');
  only.child.stdin?.end();
  expect(await once(only.child, 'exit')).toEqual([0, null]);
});
