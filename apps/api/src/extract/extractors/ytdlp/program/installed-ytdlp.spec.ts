import { Logger } from '@nestjs/common';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../../../../infra/env/env.js';
import { InstalledYtdlp } from './installed-ytdlp.js';

const { PATH } = process.env;

let folder: string;
let warnings: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-programs-'));
  warnings = [];
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((text: string) => warnings.push(text));
  process.env['PATH'] = `${join(folder, 'bin')}:${PATH}`;
  await mkdir(join(folder, 'bin'));
  await put('bin', 'echo 2025.04.30');
});
afterEach(async () => {
  jest.restoreAllMocks();
  process.env['PATH'] = PATH;
  await rm(folder, { recursive: true });
});

async function put(where: string, does: string): Promise<string> {
  const path = join(folder, where, 'yt-dlp');
  await writeFile(path, `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  return path;
}

/** Makes a release the current one, as an update does. */
async function take(installed: InstalledYtdlp, version: string, does: string): Promise<void> {
  const fetched = await installed.store.makeStaging();
  await writeFile(join(fetched, 'yt-dlp'), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  await installed.store.install(fetched, version);
}

const service = (variables: Record<string, string> = {}): InstalledYtdlp =>
  new InstalledYtdlp(parseEnv({ DATA_DIR: folder, ...variables }));

describe('InstalledYtdlp', () => {
  it('uses an update once it is installed', async () => {
    const installed = service();
    expect(await installed.version()).not.toBe('2099.01.01');
    await take(installed, '2099.01.01', 'echo 2099.01.01');
    expect(await installed.version()).toBe('2099.01.01');
    expect(await installed.origin()).toBe('updated');
  });

  it("uses the bundled program if an update can't be run, and logs that once", async () => {
    const installed = service();
    const before = await installed.program();
    await take(installed, '2099.01.01', 'exit 1');
    expect(await installed.program()).toEqual(before);
    expect(await installed.origin()).not.toBe('updated');
    const told = warnings.filter((text) => text.includes('cannot run here'));
    expect(told).toEqual([
      `${installed.store.current()} cannot run here; using ${before?.path} instead`,
    ]);
  });

  it('uses only the configured program if there is one', async () => {
    const given = await put('.', 'echo 2026.08.19');
    const installed = service({ YT_DLP_PATH: given });
    await take(installed, '2099.01.01', 'echo 2099.01.01');
    expect(await installed.program()).toMatchObject({ path: given, version: '2026.08.19' });
    await rm(given);
    expect(await installed.program()).toBeNull();
    expect(await installed.origin()).toBe('given');
  });
});
