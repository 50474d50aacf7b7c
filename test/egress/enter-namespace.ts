import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findWayIn } from '../harness/find-way-in.js';
import { programPath } from '../harness/program-links.js';

/** `namespace`: all addresses are ours to listen on. `loopback`: the weak form, for machines without. */
export type World = 'namespace' | 'loopback';

/** As root, and as anyone where the kernel lets users make namespaces. The process namespace ends all with one. */
const UNSHARE = [
  ['unshare', '-n', '-m', '-p', '--fork', '--kill-child'],
  ['unshare', '-r', '-n', '-m', '-p', '--fork', '--kill-child'],
];
const NEEDED = 'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && mount --bind /etc /etc';
/** Four times what a run takes on two busy cores. */
const LONGEST_RUN_MS = 340_000;
/** How long a test file waits for its run, milliseconds. */
export const RUN_PATIENCE_MS = LONGEST_RUN_MS + 20_000;

const WAY_IN = findWayIn(UNSHARE, NEEDED, 'test/egress needs a network namespace');

/** Where the runs of this folder take place on this machine. */
export const WORLD: World = WAY_IN === null ? 'loopback' : 'namespace';

/**
 * Runs a script of `namespace/` and ends everything it started.
 *
 * @param script file name; called with a folder of its own and the world it is in
 * @param fill puts into that folder what the script is to find there
 * @returns what it wrote to stdout, parsed
 * @throws Error with its stderr when it fails or takes too long
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
    // The same one for the server and for what is run without it.
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
