import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { oneAtATime } from '../../scripts/setup/one-at-a-time.mjs';
import { HLS_IV, HLS_KEY, HLS_MASTER, RECIPES } from './recipes.js';
import { runProgram } from './run-program.js';

/**
 * The folder where media are cached between runs. Its folders are named after their recipes and
 * never change.
 */
export const mediaCache = (): string => path.join(process.cwd(), 'test', '.cache', 'media');

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/**
 * Makes a folder once. `fill` works in a temporary folder, which is renamed when it is complete.
 * Concurrent workers wait for the first one, because making media takes seconds of CPU time.
 */
export const makeOnce = async (
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> => {
  const folder = path.join(mediaCache(), name);
  const make = async (): Promise<void> => {
    if (await exists(folder)) {
      return;
    }
    const draft = `${folder}.${randomUUID()}.draft`;
    await mkdir(draft, { recursive: true });
    try {
      await fill(draft);
      await rename(draft, folder);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  };
  if (!(await exists(folder))) {
    await oneAtATime(`${folder}.lock`, make, () => undefined);
  }
  return folder;
};

export const FFMPEG_QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'];

const inside = (folder: string, recipe: readonly string[]): string[] =>
  recipe.map((word, index) => {
    const previous = recipe[index - 1];
    const isLast = index === recipe.length - 1;
    const isFile =
      isLast ||
      previous === '-hls_segment_filename' ||
      previous === '-hls_key_info_file' ||
      (previous === '-i' && !word.includes('='));
    return isFile ? path.join(folder, word) : word;
  });

/** Makes a live playlist by removing the end tag from the recorded one. */
const writeLivePlaylist = async (folder: string): Promise<void> => {
  const muxed = await readFile(path.join(folder, 'hls/muxed.m3u8'), 'utf8');
  const live = muxed.replace(/#EXT-X-PLAYLIST-TYPE:VOD\s*/, '').replace(/#EXT-X-ENDLIST\s*/, '');
  await writeFile(path.join(folder, 'hls/live.m3u8'), live);
};

const fillMedia = async (folder: string): Promise<void> => {
  for (const name of ['hls/1080', 'hls/720', 'hls/audio', 'dash']) {
    await mkdir(path.join(folder, name), { recursive: true });
  }
  // This file tells ffmpeg which key to use and how the playlist refers to the key.
  const key = path.join(folder, 'hls/key.bin');
  await writeFile(key, HLS_KEY);
  await writeFile(path.join(folder, 'hls-key-info'), `key.bin\n${key}\n${HLS_IV}\n`);
  await writeFile(path.join(folder, 'hls/master.m3u8'), HLS_MASTER);
  for (const recipe of RECIPES) {
    await runProgram('ffmpeg', [...FFMPEG_QUIET, ...inside(folder, recipe)]);
  }
  await rm(path.join(folder, 'hls-key-info'));
  await writeLivePlaylist(folder);
};

let made: Promise<string> | undefined;

/**
 * Returns the folder with all media. They are made on the first call on a machine, which takes
 * seconds, and then cached.
 */
export const makeMedia = (): Promise<string> => {
  const recipe = JSON.stringify([RECIPES, HLS_MASTER, HLS_IV]);
  const name = `set-${createHash('sha256').update(recipe).digest('hex').slice(0, 16)}`;
  made ??= makeOnce(name, fillMedia);
  return made;
};
