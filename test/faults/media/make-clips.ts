import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FFMPEG_QUIET, makeOnce } from '../../origin/make-media.js';
import { runProgram } from '../../origin/run-program.js';
import { FOLDERS, IV, KEY, MASTER, RECIPES } from './recipes.js';

const fill = async (folder: string): Promise<void> => {
  for (const name of FOLDERS) {
    await mkdir(path.join(folder, name), { recursive: true });
  }
  const key = path.join(folder, 'aes/key.bin');
  await writeFile(key, KEY);
  // Tells ffmpeg which key to use and how the playlist refers to the key.
  await writeFile(path.join(folder, 'key-info'), `key.bin\n${key}\n${IV}\n`);
  await writeFile(path.join(folder, 'pair/master.m3u8'), MASTER);
  for (const recipe of RECIPES) {
    await runProgram('ffmpeg', [...FFMPEG_QUIET, ...recipe], folder);
  }
  await rm(path.join(folder, 'key-info'));
};

let made: Promise<string> | undefined;

/** The folder with all clips, which this machine's ffmpeg makes on the first call. */
export const makeClips = (): Promise<string> => {
  const recipe = JSON.stringify([RECIPES, MASTER, IV, FOLDERS]);
  const name = `faults-${createHash('sha256').update(recipe).digest('hex').slice(0, 16)}`;
  made ??= makeOnce(name, fill);
  return made;
};
