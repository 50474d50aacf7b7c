import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { LEASH, leashedEnv } from '../../../../infra/process/leash.js';
import { bundledDeno, JsRuntimeFinder } from '../program/js-runtime.js';
import { YTDLP_BOUNDS } from './ytdlp.bounds.js';

/** The options that yt-dlp passes to Deno (from its jsc/_builtin/deno.py, 2026.08.19). */
const OPTIONS = [
  ...['run', '--ext=js', '--no-code-cache', '--no-prompt', '--no-remote', '--no-lock'],
  ...['--node-modules-dir=none', '--no-config', '--no-npm', '--cached-only', '-'],
];

let folder: string;
let server: Server;
let requests = 0;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-deno-'));
  await writeFile(join(folder, 'secret'), 'secret');
  server = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** The output of a script that runs like a player's script, within the limits of a job. */
async function run(script: string): Promise<{ output: string; errors: string }> {
  const runtime = await new JsRuntimeFinder().find({
    searchPath: '',
    own: { path: process.execPath, version: '0.0.0' },
    bundled: bundledDeno(),
    cacheDir: folder,
  });
  const path = runtime?.option.replace('deno:', '') ?? 'none';
  const child = spawn(LEASH, [path, ...OPTIONS], {
    env: { ...leashedEnv(YTDLP_BOUNDS), ...runtime?.env },
  });
  child.stdin.end(script);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output: output.trim(), errors };
}

describe('the bundled Deno', () => {
  it('runs a script without printing anything that yt-dlp would treat as an error', async () => {
    const { output, errors } = await run('console.log([3, 1, 2].sort().join(""))');
    expect({ output, errors }).toEqual({ output: '123', errors: '' });
  });

  it.each([
    ['the network', () => `fetch('${url}')`],
    ['a socket', () => `Deno.connect({ port: ${new URL(url).port} })`],
    ['a file', () => `Deno.readTextFile('${join(folder, 'secret')}')`],
    ['a file for writing', () => `Deno.writeTextFile('${join(folder, 'made')}', '')`],
    ['the environment', () => `Deno.env.get('PATH')`],
    ['another program', () => `new Deno.Command('id').output()`],
  ])('denies a script access to %s', async (_, attempt) => {
    const { output } = await run(
      `await (async () => ${attempt()})().then(() => console.log('got it'), (e) => console.log(e.name))`,
    );
    expect(output).toBe('NotCapable');
    expect(requests).toBe(0);
  });
});
