import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../env/env.js';
import { processIdentity } from './process-identity.js';
import { ProcessRegistry } from './process-registry.js';

describe('ProcessRegistry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dipper-registry-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('ends what a dead server left, and nobody else', async () => {
    const start = (): ReturnType<typeof spawn> =>
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
        detached: true,
        stdio: 'ignore',
      });
    const [orphan, recycled, ours] = [start(), start(), start()];
    const dead = join(folder, 'run', '999999999-12345');
    mkdirSync(dead, { recursive: true });
    writeFileSync(join(dead, String(orphan.pid)), processIdentity(orphan.pid ?? 0) ?? '');
    // The number of a child that ended long ago now belongs to somebody else.
    writeFileSync(join(dead, String(recycled.pid)), 'an earlier start time');
    const registry = new ProcessRegistry(parseEnv({ DATA_DIR: folder }));
    registry.track(ours.pid ?? 0);

    const ended = once(orphan, 'exit');
    expect(registry.sweep()).toBe(1);
    expect((await ended)[1]).toBe('SIGKILL');
    expect(processIdentity(recycled.pid ?? 0)).not.toBeNull();
    expect(processIdentity(ours.pid ?? 0)).not.toBeNull();
    expect(registry.sweep()).toBe(0);
    recycled.kill('SIGKILL');
    ours.kill('SIGKILL');
  });
});
