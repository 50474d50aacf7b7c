import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { descendantsOf, isAlive, type SeenProcess } from '../harness/processes.js';
import { START_MS } from '../harness/server-process.mjs';
import { waitUntil } from '../harness/wait-until.js';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dipper-npm-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** Returns the highest memory peak among the processes that are still running. */
async function peakMegabytes(processes: readonly SeenProcess[]): Promise<number> {
  const peaks = await Promise.all(
    processes.map(async ({ pid }) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    }),
  );
  return Math.max(...peaks);
}

describe('npm start', () => {
  // npm forwards SIGTERM (and SIGINT) to its child, but not SIGHUP.
  it.each<NodeJS.Signals>(['SIGTERM', 'SIGHUP'])(
    'ends all its processes if only npm gets %s',
    async (signal) => {
      const npm = spawn('npm', ['start'], {
        cwd: join(__dirname, '../..'),
        // Run it in a separate process group, like a background job.
        detached: true,
        env: {
          ...process.env,
          PORT: '0',
          DATA_DIR: dataDir,
          NODE_ENV: 'production',
          YOUTUBE_DL_SKIP_DOWNLOAD: '1',
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let output = '';
      npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      try {
        const isUp = (): boolean => output.includes('Dipper is at');
        await waitUntil(() => isUp() || npm.exitCode !== null, 'a server', START_MS);
        expect([isUp(), output]).toEqual([true, output]);
        const tree = descendantsOf(npm.pid ?? 0);
        expect(tree.length).toBeGreaterThan(0);
        // If the server process created the database itself, its memory peak would be 500 MB
        // higher.
        expect(await peakMegabytes(tree)).toBeLessThan(400);
        npm.kill(signal);
        await waitUntil(() => !tree.some(isAlive), `the end of ${tree.length} processes`);
      } finally {
        descendantsOf(npm.pid ?? 0).forEach(({ pid }) => process.kill(pid, 'SIGKILL'));
        npm.kill('SIGKILL');
      }
    },
  );
});
