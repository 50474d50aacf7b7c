import { execa } from 'execa';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fromRoot } from '../setup/repository.mjs';

/** The public folder of the gallery's server (apps/web/gallery/vite.config.ts). */
const FOLDER = fromRoot('.dipper', 'gallery', 'media');
const PICTURE = 'gradients=s=1280x720:d=12:speed=0.01:c0=0x0f6a66:c1=0xe7f0ed';
const SOUND = 'sine=frequency=220:duration=12';
const WEB = ['-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-shortest'];

/** The files that the players of the gallery play. @type {Readonly<Record<string, string[]>>} */
const SAMPLES = {
  'sample.mp4': ['-f', 'lavfi', '-i', PICTURE, '-f', 'lavfi', '-i', SOUND, ...WEB],
  'sample.m4a': ['-f', 'lavfi', '-i', SOUND],
};

/**
 * Makes the sample files with ffmpeg, once. Without ffmpeg, the gallery's players have nothing to
 * play.
 */
export async function ensureSamples() {
  await mkdir(FOLDER, { recursive: true });
  const missing = Object.entries(SAMPLES).filter(([name]) => !existsSync(join(FOLDER, name)));
  const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg';
  await Promise.all(
    missing.map(([name, argv]) =>
      execa(ffmpeg, ['-v', 'error', ...argv, join(FOLDER, name)]).catch((error) =>
        console.error(error.message),
      ),
    ),
  );
}
