import { execa } from 'execa';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fromRoot } from '../setup/repository.mjs';

/** The public folder of the gallery's server (apps/web/gallery/vite.config.ts). */
const FOLDER = fromRoot('.dipper', 'gallery', 'media');
const PICTURE = [
  '-f',
  'lavfi',
  '-i',
  'gradients=s=1280x720:d=12:speed=0.01:c0=0x0f6a66:c1=0xe7f0ed',
];
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=220:duration=12'];

/** The files that the players of the gallery play. @type {Readonly<Record<string, string[]>>} */
const SAMPLES = {
  'sample.mp4': [
    ...PICTURE,
    ...SOUND,
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
    '-shortest',
  ],
  'sample.m4a': SOUND,
};

/**
 * Makes the sample files with ffmpeg, once. Without ffmpeg, the gallery's players have nothing to
 * play.
 */
export async function ensureSamples() {
  await mkdir(FOLDER, { recursive: true });
  await Promise.all(
    Object.entries(SAMPLES).map(async ([name, argv]) => {
      const path = join(FOLDER, name);
      const isThere = await access(path).then(
        () => true,
        () => false,
      );
      if (!isThere) {
        const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg';
        await execa(ffmpeg, ['-v', 'error', ...argv, path]).catch((/** @type {Error} */ error) =>
          console.error(error.message),
        );
      }
    }),
  );
}
