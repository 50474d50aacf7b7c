import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT as root } from '../setup/root.mjs';

/**
 * The built server on a free port, as `npm start` runs it.
 * @param {Record<string, string>} env beyond PATH
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void> }>}
 */
export async function startServer(env) {
  const dataDir = await mkdtemp(join(tmpdir(), 'dipper-bench-'));
  const child = spawn(process.execPath, [...nodeFlags(), join(root, 'apps/api/dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      EGRESS_ALLOW: '127.0.0.0/8',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (/Dipper is at/.test(said)) {
      break;
    }
  }
  const port = /localhost:(\d+)/.exec(said)?.[1];
  if (port === undefined) {
    throw new Error(`the server did not start:\n${said}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What `npm start` gives to Node. */
function nodeFlags() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return scripts.start.split(' ').filter((part) => part.startsWith('--'));
}

/**
 * Searches a link and merges its best format.
 * @param {string} url of the server
 * @param {string} link
 * @returns {Promise<number>} seconds from start-merge to `complete`
 */
export async function timeMerge(url, link) {
  const search = await fetch(`${url}/api/download-video`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tweet_url: link }),
  });
  const info = await search.json();
  const task = info.formats?.find((format) => format.kind === 'merge')?.task_id;
  if (task === undefined) {
    throw new Error(`nothing to merge: ${JSON.stringify(info)}`);
  }
  const begun = performance.now();
  await fetch(`${url}/api/download/start-merge?task_id=${task}`);
  for (;;) {
    const { status, message } = await (await fetch(`${url}/api/download/status/${task}`)).json();
    if (status === 'complete') {
      return (performance.now() - begun) / 1000;
    }
    if (status === 'error') {
      throw new Error(message);
    }
    await delay(10);
  }
}
