import { stat } from 'node:fs/promises';
import path from 'node:path';
import { FFMPEG_QUIET, makeOnce } from './make-media.js';
import { runProgram } from './run-program.js';

const CLIP_SECONDS = 2;

/** Two streams of the same duration, which together have about the requested size. */
export interface BigPair {
  readonly folder: string;
  readonly durationSeconds: number;
}

const ffmpeg = (...argv: string[]): Promise<string> =>
  runProgram('ffmpeg', [...FFMPEG_QUIET, '-fflags', '+bitexact', ...argv]);

/** Makes clips of noise. Noise does not compress, so a few seconds take many bytes. */
const makeClips = async (folder: string): Promise<void> => {
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=30:duration=${CLIP_SECONDS}`],
    ...['-vf', 'noise=alls=80:allf=t:all_seed=1', '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...[
      '-profile:v',
      'baseline',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '30',
      '-b:v',
      '40M',
      '-maxrate',
      '40M',
    ],
    ...['-bufsize', '40M', '-an', path.join(folder, 'clip.mp4')],
  );
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `anoisesrc=sample_rate=48000:seed=1:duration=${CLIP_SECONDS}`],
    ...['-ac', '2', '-c:a', 'aac', '-b:a', '320k', '-vn', path.join(folder, 'clip.m4a')],
  );
};

const sizeOf = async (folder: string, name: string): Promise<number> =>
  (await stat(path.join(folder, name))).size;

/**
 * ffmpeg's options for a fragmented file with an index at the front and no packet count, like
 * YouTube's files.
 */
const FRAGMENTED = ['-movflags', 'dash+global_sidx+delay_moov', '-frag_duration', '5000000'];
const PROGRESSIVE = ['-movflags', '+faststart'];

/**
 * Makes a video-only and an audio-only file (`big-video.mp4`, `big-audio.m4a`) of about
 * `totalBytes` together, and fragmented copies of them (`big-fragmented-video.mp4`,
 * `big-fragmented-audio.m4a`). The files, which are cached, repeat a short clip without encoding it
 * again, so making them takes only seconds.
 */
export const makeBigPair = async (totalBytes: number): Promise<BigPair> => {
  const clips = await makeOnce(`big-clips-${CLIP_SECONDS}`, makeClips);
  const clipBytes = (await sizeOf(clips, 'clip.mp4')) + (await sizeOf(clips, 'clip.m4a'));
  const times = Math.max(1, Math.round(totalBytes / clipBytes));
  const durationSeconds = times * CLIP_SECONDS;
  const repeat = (clip: string, layout: readonly string[], output: string): Promise<string> =>
    ffmpeg(
      ...['-stream_loop', String(times), '-i', path.join(clips, clip)],
      ...['-t', String(durationSeconds), '-c', 'copy', ...layout, '-f', 'mp4', output],
    );
  const folder = await makeOnce(`big-pairs-${CLIP_SECONDS}x${times}`, async (draft) => {
    await repeat('clip.mp4', PROGRESSIVE, path.join(draft, 'big-video.mp4'));
    await repeat('clip.m4a', PROGRESSIVE, path.join(draft, 'big-audio.m4a'));
    await repeat('clip.mp4', FRAGMENTED, path.join(draft, 'big-fragmented-video.mp4'));
    await repeat('clip.m4a', FRAGMENTED, path.join(draft, 'big-fragmented-audio.m4a'));
  });
  return { folder, durationSeconds };
};
