import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { transformFile } from '@swc/core';
import { ROOT as root } from '../setup/root.mjs';

/**
 * The media origin of the tests in a process of its own, so that its work is not counted as ours.
 * @param {number} bigBytes size of its two big streams together
 * @returns {Promise<{ url: string, seconds: number, stop: () => Promise<void> }>}
 */
export async function startOrigin(bigBytes) {
  const folder = await mkdtemp(join(tmpdir(), 'dipper-origin-'));
  await transpile(join(root, 'test/origin'), folder);
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}');
  await writeFile(
    join(folder, 'run.js'),
    `require('./media-origin.js').startOrigin({ bigBytes: ${bigBytes} })
      .then(({ url, seconds }) => process.send({ url, seconds }));`,
  );
  const child = fork(join(folder, 'run.js'), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url, seconds }] = await once(child, 'message');
  return {
    url,
    seconds,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true });
    },
  };
}

async function transpile(from, to) {
  await mkdir(to, { recursive: true });
  const sources = (await readdir(from)).filter((name) => /(?<!\.spec)\.ts$/.test(name));
  for (const name of sources) {
    const { code } = await transformFile(join(from, name), {
      swcrc: false,
      jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
    });
    await writeFile(join(to, `${basename(name, '.ts')}.js`), code);
  }
}
