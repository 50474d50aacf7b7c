import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../env/env.js';
import { DomainError } from '../errors/domain-error.js';
import { waitUntil } from '../testing/wait-until.js';
import { processIdentity } from './process-identity.js';
import { processName } from './process-name.js';
import { ProcessRegistry } from './process-registry.js';

/** A child that leads its own process group. */
function startChild(): { child: ChildProcess; pid: number; identity: string } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached: true,
    stdio: 'ignore',
  });
  const pid = child.pid ?? 0;
  return { child, pid, identity: processIdentity(pid) ?? '' };
}

describe('ProcessRegistry', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dipper-registry-'));
  const root = join(dataDir, 'run');
  const registry = new ProcessRegistry(parseEnv({ DATA_DIR: dataDir }));
  const [here = ''] = processName().split(' ');
  const started: ChildProcess[] = [];

  const start = (): ReturnType<typeof startChild> => {
    const made = startChild();
    started.push(made.child);
    return made;
  };
  /** Writes a record like one that a server with this name would have left. */
  const leave = (name: string, pid: number, identity: string): string => {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, name, String(pid)), identity);
    return join(root, name);
  };

  beforeAll(() => registry.onModuleInit());
  afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('kills the children of a dead server, kills our own on request, and kills no others', async () => {
    const [orphan, recycled, ours] = [start(), start(), start()];
    const dead = leave(`${here} 999999999 12345`, orphan.pid, orphan.identity);
    // The id of a child that ended long ago, which now belongs to another process.
    leave(`${here} 999999999 12345`, recycled.pid, 'an earlier start time');
    registry.track(ours.pid);

    const ended = once(orphan.child, 'exit');
    expect(registry.sweep()).toBe(1);
    expect((await ended)[1]).toBe('SIGKILL');
    expect(processIdentity(recycled.pid)).not.toBeNull();
    expect(processIdentity(ours.pid)).not.toBeNull();
    expect(existsSync(dead)).toBe(false);
    expect(registry.sweep()).toBe(0);

    const killed = once(ours.child, 'exit');
    registry.killChildren();
    expect((await killed)[1]).toBe('SIGKILL');
    expect(processIdentity(recycled.pid)).not.toBeNull();
  });

  it('keeps the records of other containers, and kills none of the processes in them', () => {
    const stranger = start();
    const name = 'web-1_0a1b2c3d_4026532281 7 12345';
    const folder = leave(name, stranger.pid, stranger.identity);
    expect(registry.sweep()).toBe(0);
    expect(readdirSync(folder)).toEqual([String(stranger.pid)]);

    // The folder has not changed for longer than a child can live.
    const longAgo = Date.now() / 1000 - 25 * 60 * 60;
    utimesSync(folder, longAgo, longAgo);
    expect(registry.sweep()).toBe(0);
    expect(existsSync(folder)).toBe(false);
    expect(processIdentity(stranger.pid)).not.toBeNull();
  });

  it('forgets a child that has exited', () => {
    const forget = registry.track(start().pid);
    const own = join(root, processName());
    const before = readdirSync(own).length;
    forget();
    forget();
    expect(readdirSync(own)).toHaveLength(before - 1);
  });

  it('kills a child that it cannot record', async () => {
    const [broken, unrecorded] = [join(dataDir, 'broken'), start()];
    mkdirSync(broken);
    // Put a file where the folder should be.
    writeFileSync(join(broken, 'run'), '');
    const failing = new ProcessRegistry(parseEnv({ DATA_DIR: broken }));
    expect(() => failing.track(unrecorded.pid)).toThrow(DomainError);
    await waitUntil(() => processIdentity(unrecorded.pid) === null, 'the end of the child');
  });
});
