import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(join(__dirname, 'one-at-a-time.mjs')).href;
const folder = mkdtempSync(join(tmpdir(), 'dipper-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that holds the lock until its stdin ends, and the first line it prints. */
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
  return { child, said: await nextWords(child) };
}

async function nextWords({ stdout }: ChildProcess): Promise<string> {
  const [text] = (await once(stdout ?? process.stdin, 'data')) as [Buffer];
  return text.toString().trim();
}

it.each<[how: string, end: (first: ChildProcess) => unknown]>([
  ['is done', (first) => first.stdin?.end()],
  ['was killed', (first) => first.kill('SIGKILL')],
])('makes a second process wait until the first %s', async (_, end) => {
  const first = await worker();
  expect(first.said).toBe('at work');
  const second = await worker();
  expect(second.said).toMatch(/^Waiting/);
  end(first.child);
  expect(await nextWords(second.child)).toBe('at work');
  second.child.stdin?.end();
  expect(await once(second.child, 'exit')).toEqual([0, null]);
});
