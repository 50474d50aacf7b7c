import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** `namespace`: all addresses are ours to listen on. `loopback`: the weak form, for machines without. */
export type World = 'namespace' | 'loopback';

/** As root, and as anyone where the kernel lets users make namespaces. The process namespace ends all with one. */
const UNSHARE = [
  ['unshare', '-n', '-m', '-p', '--fork', '--kill-child'],
  ['unshare', '-r', '-n', '-m', '-p', '--fork', '--kill-child'],
];
const NEEDED = 'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && mount --bind /etc /etc';
const LONGEST_RUN_MS = 85_000;

/** The first way into a network namespace that works here; null when there is none. */
function wayIn(): string[] | null {
  const works = ([program = '', ...argv]: string[]): boolean =>
    spawnSync(program, [...argv, 'sh', '-c', NEEDED], { stdio: 'ignore' }).status === 0;
  return UNSHARE.find(works) ?? null;
}

const WAY_IN = wayIn();

/**
 * Where the runs of this folder take place on this machine.
 *
 * @throws Error in CI when there is no namespace: there the weak form would pass for the strong one
 */
export function chooseWorld(): World {
  if (WAY_IN) {
    return 'namespace';
  }
  if (process.env.CI) {
    throw new Error(
      'test/egress needs a network namespace: unshare (util-linux), ip (iproute2) and the right to use them.',
    );
  }
  return 'loopback';
}

/**
 * Runs a script of `namespace/` and ends everything it started.
 *
 * @param script file name; called with a folder of its own and the world it is in
 * @returns what it wrote to stdout, parsed
 * @throws Error with its stderr when it fails or takes longer than 85 s
 */
export async function runInside<Report>(script: string): Promise<Report> {
  const cache = join(__dirname, '../.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'egress-'));
  const world = chooseWorld();
  const [program = '', ...argv] = [...(WAY_IN ?? []), process.execPath];
  const child = spawn(program, [...argv, join(__dirname, 'namespace', script), folder, world], {
    stdio: ['ignore', 'pipe', 'pipe'],
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
