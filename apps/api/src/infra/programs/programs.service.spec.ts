import { Logger } from '@nestjs/common';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from '../env/env.js';
import { ProgramsService } from './programs.service.js';

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
async function take(programs: ProgramsService, version: string, does: string): Promise<void> {
  const fetched = await programs.ytDlpStore.makeStaging();
  await writeFile(join(fetched, 'yt-dlp'), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  await programs.ytDlpStore.install(fetched, version);
}

const service = (variables: Record<string, string> = {}): ProgramsService =>
  new ProgramsService(parseEnv({ DATA_DIR: folder, ...variables }));

describe('ProgramsService', () => {
  it('uses an update once it is installed', async () => {
    const programs = service();
    expect(await programs.ytDlpVersion()).not.toBe('2099.01.01');
    await take(programs, '2099.01.01', 'echo 2099.01.01');
    expect(await programs.ytDlpVersion()).toBe('2099.01.01');
    expect(await programs.ytDlpOrigin()).toBe('updated');
  });

  it("uses the bundled program if an update can't be run, and logs that once", async () => {
    const programs = service();
    const before = await programs.ytDlp();
    await take(programs, '2099.01.01', 'exit 1');
    expect(await programs.ytDlp()).toEqual(before);
    expect(await programs.ytDlpOrigin()).not.toBe('updated');
    const told = warnings.filter((text) => text.includes('does not run here'));
    expect(told).toEqual([
      `${programs.ytDlpStore.current()} does not run here, so ${before?.path} is used`,
    ]);
  });

  it('uses only the configured program if there is one', async () => {
    const given = await put('.', 'echo 2026.08.19');
    const programs = service({ YT_DLP_PATH: given });
    await take(programs, '2099.01.01', 'echo 2099.01.01');
    expect(await programs.ytDlp()).toMatchObject({ path: given, version: '2026.08.19' });
    await rm(given);
    expect(await programs.ytDlp()).toBeNull();
    expect(await programs.ytDlpOrigin()).toBe('given');
  });
});
