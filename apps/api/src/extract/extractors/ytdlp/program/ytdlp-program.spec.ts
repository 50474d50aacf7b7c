import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { YtDlpReader } from './ytdlp-program.js';

const RUNNABLE = { mode: 0o755 };
const MAIN = 'from .version import __version__\ndef main():\n  print(__version__)\n';
const SCRIPT = 'from yt_dlp import main\nmain()\n';

let folder: string;
let reader: YtDlpReader;
const at = (name: string): string => join(folder, name);

/**
 * Installs a stand-in for yt-dlp, which contains only a version, in an interpreter's site-packages.
 */
async function installModule(version: string, site = 'site'): Promise<void> {
  await mkdir(at(`${site}/yt_dlp`), { recursive: true });
  await writeFile(at(`${site}/yt_dlp/__init__.py`), MAIN);
  await writeFile(at(`${site}/yt_dlp/version.py`), `__version__ = '${version}'\n`);
}

async function installScript(flags = ''): Promise<string> {
  const path = `${at('early')}:${at('site')}`;
  const python = `#!/bin/sh\nPYTHONDONTWRITEBYTECODE=1 PYTHONPATH='${path}' exec python3 "$@"\n`;
  await writeFile(at('python3'), python, RUNNABLE);
  await writeFile(at('yt-dlp'), `#!${at('python3')}${flags}\n${SCRIPT}`, RUNNABLE);
  return at('yt-dlp');
}

/** Does the same with a single archive, which gets its final name when it is complete. */
async function installArchive(version: string): Promise<string> {
  await installModule(version, version);
  await writeFile(at(`${version}/__main__.py`), SCRIPT);
  const argv = ['-m', 'zipapp', at(version), '-o', at('new'), '-p', '/usr/bin/env python3'];
  await promisify(execFile)('python3', argv);
  await rename(at('new'), at('yt-dlp'));
  return at('yt-dlp');
}

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dipper-program-')));
  await mkdir(at('early'));
  reader = new YtDlpReader();
});
afterEach(() => rm(folder, { recursive: true }));

describe('YtDlpReader', () => {
  it('follows a script to the module that its interpreter imports', async () => {
    await installModule('2025.04.30');
    const path = await installScript();
    const first = await reader.read(path);
    const python = { interpreter: at('python3'), modulePath: null };
    expect(first).toMatchObject({ path, version: '2025.04.30', python });
    expect(await reader.read(path)).toBe(first);

    await installModule('2026.08.19');
    const updated = await reader.read(path);
    expect(updated).toMatchObject({ version: '2026.08.19', python });
    expect(updated?.fingerprint).not.toBe(first?.fingerprint);
  });

  it('notices when a module takes precedence, or a package is added beside it', async () => {
    await installModule('2025.04.30');
    const path = await installScript();
    const first = await reader.read(path);
    await mkdir(at('site/yt_dlp_ejs'));
    const withSolver = await reader.read(path);
    expect(withSolver?.fingerprint).not.toBe(first?.fingerprint);
    await installModule('2026.08.19', 'early');
    expect(await reader.read(path)).toMatchObject({ version: '2026.08.19' });
  });

  it('reports the folder of the module if flags decide which module it is', async () => {
    await installModule('2025.04.30');
    const program = await reader.read(await installScript(' -s'));
    expect(program?.python).toEqual({ interpreter: at('python3'), modulePath: at('site') });
  });

  it('imports an archive from the file itself, and notices when the file is replaced', async () => {
    const path = await installArchive('2026.07.04');
    const first = await reader.read(path);
    expect(first).toMatchObject({ version: '2026.07.04', python: { modulePath: path } });
    await installArchive('2026.08.19');
    const next = await reader.read(path);
    expect(next).toMatchObject({ version: '2026.08.19', python: { modulePath: path } });
    expect(next?.fingerprint).not.toBe(first?.fingerprint);
  });

  it('runs a program that is not a Python script once, and only for its version', async () => {
    const count = `echo >> '${at('asked')}'; echo 2026.08.19`;
    await writeFile(at('yt-dlp'), `#!/bin/sh\n${count}\n`, RUNNABLE);
    const both = await Promise.all([reader.read(at('yt-dlp')), reader.read(at('yt-dlp'))]);
    await reader.read(at('yt-dlp'));
    expect(both[0]).toMatchObject({ version: '2026.08.19', python: null });
    expect(await readFile(at('asked'), 'utf8')).toBe('\n');
  });

  it('does not restart a failing program on each use, but retries after a minute', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const failing = `#!/bin/sh\necho >> '${at('asked')}'; exit 1\n`;
    await writeFile(at('yt-dlp'), failing, RUNNABLE);
    for (const [ms, starts] of [
      [0, 1],
      [59_999, 1],
      [60_000, 2],
    ] as const) {
      now.mockReturnValue(ms);
      expect(await reader.read(at('yt-dlp'))).toBeNull();
      expect(await readFile(at('asked'), 'utf8')).toBe('\n'.repeat(starts));
    }
    now.mockRestore();
  });

  it("accepts a program whose module only the program's script can find", async () => {
    await installModule('2026.08.19', 'own');
    const finds = `import sys\nsys.path.insert(0, '${at('own')}')\n`;
    await writeFile(at('yt-dlp'), `#!/usr/bin/env python3\n${finds}${SCRIPT}`, RUNNABLE);
    const program = await reader.read(at('yt-dlp'));
    expect(program).toMatchObject({ version: '2026.08.19', python: null });
  });

  it.each([
    ['without its module', `#!/usr/bin/env python3\n${SCRIPT}`],
    ['that fails', '#!/bin/sh\nexit 1\n'],
    ['without its interpreter', `#!/nowhere/python3\n${SCRIPT}`],
  ])('finds no yt-dlp for a program %s until the program is repaired', async (_, broken) => {
    await writeFile(at('yt-dlp'), broken, RUNNABLE);
    expect(await reader.read(at('yt-dlp'))).toBeNull();
    await writeFile(at('yt-dlp'), '#!/bin/sh\necho 2026.08.19\n', RUNNABLE);
    expect(await reader.read(at('yt-dlp'))).toMatchObject({ version: '2026.08.19' });
  });
});
