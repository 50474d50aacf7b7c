import { Injectable } from '@nestjs/common';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jpegOf } from '../../infra/pictures/jpeg-of.js';
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
 * After this many milliseconds, no other URL is tried, because even a minute of audio waits for its
 * cover.
 */
const PATIENCE_MS = 15_000;

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
    const bounds = { maxSide: MAX_SIDE, maxBytes: MAX_COVER_BYTES, signal };
    const jpeg = program === null ? null : await jpegOf(program, picture, bounds);
    if (jpeg === null) {
      return null;
    }
    const path = join(folder, 'cover.jpg');
    await writeFile(path, jpeg);
    return { path, bytes: jpeg.length };
  }

  read({ path }: Cover): Promise<Buffer> {
    return readFile(path);
  }
}
