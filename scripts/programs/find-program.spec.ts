import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lacksPython } from './find-program.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dipper-python-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('lacksPython', () => {
  it.each<[what: string, head: string, lacks: boolean]>([
    ['a script whose Python is missing', '#!/nowhere/bin/python3\n', true],
    ['a script whose versioned Python is missing', '#!/nowhere/bin/python3.12 -I\n', true],
    [
      'a script whose Python is not on the PATH',
      '#!/usr/bin/env python-of-nobody\nPK\u0003\u0004',
      true,
    ],
    ['a shell script', '#!/bin/sh\nexec python-of-nobody\n', false],
    ['a binary', '\u007fELF\u0002', false],
    ['an empty file', '', false],
  ])('is correct for %s', async (_, head, lacks) => {
    const path = join(folder, 'yt-dlp');
    await writeFile(path, head, 'latin1');
    expect(await lacksPython(path)).toBe(lacks);
  });

  it('is false once the Python of the script is executable', async () => {
    const [path, python] = [join(folder, 'yt-dlp'), join(folder, 'python3')];
    await writeFile(path, `#!${python}\n`);
    await writeFile(python, '');
    expect(await lacksPython(path)).toBe(true);
    await chmod(python, 0o755);
    expect(await lacksPython(path)).toBe(false);
  });
});
