import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSolverScripts } from './solver-scripts.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-solver-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('hasSolverScripts', () => {
  // These are from the output of yt-dlp 2026.08.19.
  it.each([
    ['certifi-2026.01.01, sqlite3-3.40.1, yt_dlp_ejs-0.8.0', true],
    ['sqlite3-3.40.1', false],
    ['none', false],
  ])('for a package with %s, returns %s', async (libraries, expected) => {
    const path = join(folder, 'yt-dlp');
    const lines = `[debug] Python 3.11\\n[debug] Optional libraries: ${libraries}\\n\\nUsage: yt-dlp\\n`;
    await writeFile(path, `#!/bin/sh\nprintf '${lines}' >&2\nexit 2\n`, { mode: 0o755 });
    expect(await hasSolverScripts(path)).toBe(expected);
  });

  it('returns null for a program that reports nothing or is missing', async () => {
    expect(await hasSolverScripts('/bin/false')).toBeNull();
    expect(await hasSolverScripts('/nowhere/yt-dlp')).toBeNull();
  });
});
