import { imageType } from '../http/reply/image-type.js';
import { runProcess } from '../process/run-process.js';

/** Maximum number of pixels of a picture (8K). A small file can claim huge dimensions. */
const MAX_PIXELS = 40_000_000;
const BOUNDS = { memoryKb: 512 * 1024, cpuSeconds: 10, fileBytes: 0 };
const DEADLINE_MS = 20_000;

/** ffmpeg's demuxer and decoder for each type of picture. Nothing else is enabled in a run. */
const READERS: ReadonlyMap<string, { readonly reads: string; readonly decodes: string }> = new Map([
  ['image/jpeg', { reads: 'jpeg_pipe', decodes: 'mjpeg' }],
  ['image/png', { reads: 'png_pipe', decodes: 'png' }],
  ['image/webp', { reads: 'webp_pipe', decodes: 'webp' }],
  ['image/gif', { reads: 'gif', decodes: 'gif' }],
]);

interface JpegOptions {
  /** The longer side of the JPEG is at most this long, in pixels. Smaller pictures keep their size. */
  readonly maxSide: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/**
 * Re-encodes a picture that may come from anywhere. It is decoded in a separate process with little
 * memory, little time and access only to pipes, so a hostile picture can't harm the server. Only
 * the first frame of an animation is used.
 * @param ffmpeg the path of the program
 * @returns a baseline JPEG; null for a picture that cannot be decoded within the limits, and for
 * types other than JPEG, PNG, WebP and GIF
 * @throws the reason of the signal
 */
export async function jpegOf(
  ffmpeg: string,
  picture: Buffer,
  { maxSide, maxBytes, signal }: JpegOptions,
): Promise<Buffer | null> {
  const reader = READERS.get(imageType(picture) ?? '');
  if (reader === undefined) {
    return null;
  }
  const written: Buffer[] = [];
  try {
    await runProcess(ffmpeg, argvOf(reader, maxSide), {
      timeoutMs: DEADLINE_MS,
      input: picture,
      bounds: BOUNDS,
      maxOutputBytes: maxBytes,
      onOutput: (chunk) => void written.push(chunk),
      ...(signal !== undefined && { signal }),
    });
  } catch {
    signal?.throwIfAborted();
    return null;
  }
  return written.length === 0 ? null : Buffer.concat(written);
}

function argvOf({ reads, decodes }: { reads: string; decodes: string }, maxSide: number): string[] {
  const side = (name: string): string => `'min(${maxSide},${name})'`;
  const scale = `scale=${side('iw')}:${side('ih')}:force_original_aspect_ratio=decrease`;
  return [
    ...['-v', 'error', '-nostdin', '-protocol_whitelist', 'file,pipe'],
    ...['-format_whitelist', reads, '-codec_whitelist', decodes, '-max_pixels', String(MAX_PIXELS)],
    ...['-threads', '1', '-f', reads, '-i', 'pipe:0', '-map', '0:v:0', '-frames:v', '1'],
    ...['-vf', `${scale},format=yuvj420p`, '-c:v', 'mjpeg', '-q:v', '3', '-threads', '1'],
    ...['-f', 'mjpeg', 'pipe:1'],
  ];
}
