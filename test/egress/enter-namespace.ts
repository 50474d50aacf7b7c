import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findWayIn } from '../harness/find-way-in.js';
import { programPath } from '../harness/program-links.js';

/**
 * Where the tests run: in a `namespace`, where they can listen on every address, or, on machines
 * without namespaces, on `loopback`, where fewer cases can be tested.
 */
export type World = 'namespace' | 'loopback';

/**
 * Commands for root, and for users if the kernel permits it. Killing the first process of the PID
 * namespace ends all processes in it. Without a separate /proc, which some containers refuse, the
 * server would mistake the host's processes for yt-dlp's, and restart yt-dlp for every page.
 */
const UNSHARE = [
  ['unshare', '-n', '-m', '-p', '--mount-proc', '--fork', '--kill-child'],
  ['unshare', '-r', '-n', '-m', '-p', '--mount-proc', '--fork', '--kill-child'],
  ['unshare', '-n', '-m', '-p', '--fork', '--kill-child'],
  ['unshare', '-r', '-n', '-m', '-p', '--fork', '--kill-child'],
];
const NEEDED = 'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && mount --bind /etc /etc';
/** The time limit for a run: four times as long as it takes on two busy cores. */
const LONGEST_RUN_MS = 340_000;
/** How long a test file waits for its run, in milliseconds. */
export const RUN_PATIENCE_MS = LONGEST_RUN_MS + 20_000;

const WAY_IN = findWayIn(UNSHARE, NEEDED, 'test/egress needs a network namespace');

export const WORLD: World = WAY_IN === null ? 'loopback' : 'namespace';

/**
 * Runs a script in `namespace/`, and ends all its processes.
 * @param script the name of the script's file; its arguments are a temporary folder and the world
 * @param fill prepares that folder
 * @returns the script's stdout, parsed as JSON
 * @throws Error with the script's stderr if the script fails or takes too long
 */
export async function runInside<Report>(
  script: string,
  fill: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<Report> {
  const cache = join(__dirname, '../.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'egress-'));
  await fill(folder);
  const [program = '', ...argv] = [...(WAY_IN ?? []), process.execPath];
  const child = spawn(program, [...argv, join(__dirname, 'namespace', script), folder, WORLD], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The server and direct runs use the same yt-dlp.
    env: { ...process.env, YT_DLP_PATH: programPath('yt-dlp') },
  });
  const deadline = setTimeout(() => child.kill('SIGKILL'), LONGEST_RUN_MS);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    if (code !== 0) {
      throw new Error(`${script} ended with ${code ?? 'a signal'}: ${stderr.slice(-4000)}`);
    }
    return JSON.parse(stdout) as Report;
  } finally {
    clearTimeout(deadline);
    rmSync(folder, { recursive: true, force: true });
  }
}
