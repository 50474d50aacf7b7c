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

/** The most that any of these has held at once, as far as they still run. */
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
  // npm passes the first two on to its child, and the third to nobody.
  it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP'])(
    'ends with all it has started when npm alone gets %s',
    async (signal) => {
      const npm = spawn('npm', ['start'], {
        cwd: join(__dirname, '../..'),
        // A group of its own, as of a job in the background.
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
        // The first of them makes the database: in its own process that would take 500 MB more.
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
