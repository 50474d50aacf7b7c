import { Injectable } from '@nestjs/common';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProcess } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import type { MakeContext } from '../maker.port.js';
import type { Cover } from './picture-block.js';

/**
 * Maximum size of a picture from a site, in bytes. It is the limit of the image proxy (contract,
 * "Media relay").
 */
const MAX_SOURCE_BYTES = 5 * 1024 * 1024;
/**
 * Maximum size of a cover in bytes, because players keep a cover in memory for each file of a list.
 */
const MAX_COVER_BYTES = 2 * 1024 * 1024;
/** Maximum length of a cover's longer side, in pixels. */
const MAX_SIDE = 1280;
/**
 * Maximum number of pixels in a picture from a site (8K). A small file can claim huge dimensions.
 */
const MAX_PIXELS = 40_000_000;
const BOUNDS = { memoryKb: 512 * 1024, cpuSeconds: 10, fileBytes: 2 * MAX_COVER_BYTES };
const DEADLINE_MS = 20_000;
/**
 * After this many milliseconds, no other URL is tried. A minute of audio shouldn't wait longer for
 * its cover.
 */
const PATIENCE_MS = 15_000;

/**
 * Image types, which are recognized by their first bytes, with ffmpeg's demuxer and decoder for
 * each.
 */
const TYPES: readonly { reads: string; decodes: string; begins: (head: Buffer) => boolean }[] = [
  { reads: 'jpeg_pipe', decodes: 'mjpeg', begins: (head) => head.readUIntBE(0, 3) === 0xffd8ff },
  { reads: 'png_pipe', decodes: 'png', begins: (head) => head.readUInt32BE(0) === 0x89504e47 },
  {
    reads: 'webp_pipe',
    decodes: 'webp',
    begins: (head) => /^RIFF.{4}WEBP$/s.test(head.toString('latin1', 0, 12)),
  },
  { reads: 'gif', decodes: 'gif', begins: (head) => head.toString('latin1', 0, 4) === 'GIF8' },
];
const HEAD_BYTES = 16;

/** Fetches the picture of an item as a cover that every player shows. */
@Injectable()
export class Covers {
  constructor(private readonly programs: ProgramsService) {}

  /**
   * Fetches a picture and re-encodes it.
   * @param pictures URLs, tried in order.
   * @returns a JPEG in the work folder; null if no URL leads to a usable picture, because a file
   *   without a cover is better than no file.
   * @throws the reason of the context's signal.
   */
  async bring(
    pictures: readonly string[],
    pageUrl: string,
    context: MakeContext,
  ): Promise<Cover | null> {
    const begunMs = performance.now();
    for (const url of pictures) {
      if (performance.now() - begunMs > PATIENCE_MS) {
        break;
      }
      const remote = { url, headers: { referer: pageUrl } };
      const picture = await context.read(remote, { pageUrl }, MAX_SOURCE_BYTES);
      const cover = picture && (await this.encoded(picture, context));
      if (cover !== null) {
        return cover;
      }
    }
    return null;
  }

  private async encoded(picture: Buffer, { folder, signal }: MakeContext): Promise<Cover | null> {
    const program = this.programs.find('ffmpeg');
    const type =
      picture.length < HEAD_BYTES ? undefined : TYPES.find(({ begins }) => begins(picture));
    if (program === null || type === undefined) {
      return null;
    }
    const [source, path] = [join(folder, 'cover.source'), join(folder, 'cover.jpg')];
    await writeFile(source, picture);
    try {
      const argv = argvOf(source, path, type);
      await runProcess(program, argv, { timeoutMs: DEADLINE_MS, signal, bounds: BOUNDS });
      const { size } = await stat(path);
      return size > 0 && size <= MAX_COVER_BYTES ? { path, bytes: size } : null;
    } catch {
      signal.throwIfAborted();
      return null;
    } finally {
      await rm(source, { force: true });
    }
  }

  read({ path }: Cover): Promise<Buffer> {
    return readFile(path);
  }
}

function argvOf(
  source: string,
  path: string,
  { reads, decodes }: { reads: string; decodes: string },
): string[] {
  const side = (name: string): string => `'min(${MAX_SIDE},${name})'`;
  const scale = `scale=${side('iw')}:${side('ih')}:force_original_aspect_ratio=decrease`;
  return [
    ...['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file,pipe'],
    ...['-format_whitelist', reads, '-codec_whitelist', decodes, '-max_pixels', String(MAX_PIXELS)],
    ...['-threads', '1', '-f', reads, '-i', `file:${source}`, '-map', '0:v:0', '-frames:v', '1'],
    ...['-vf', `${scale},format=yuvj420p`, '-c:v', 'mjpeg', '-q:v', '3', '-threads', '1'],
    ...['-f', 'mjpeg', `file:${path}`],
  ];
}
