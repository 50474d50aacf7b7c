import { Injectable } from '@nestjs/common';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../infra/errors/domain-error.js';
import { FileMaker, type Made, type MakeContext, type Maker } from '../maker.port.js';
import type { Subtitle } from '../recipe.js';
import type { Cue } from './cue.js';
import { parseSubtitle } from './parse/parse-subtitle.js';
import { MAX_SUBTITLE_BYTES, readTrack } from './read-track.js';
import { markdownTranscript, transcript } from './transcript.js';
import { writeSubtitle } from './write-subtitle.js';

/** Tolerance for times in seconds, because they are written in milliseconds. */
const ROUNDING_SECONDS = 0.002;

@Injectable()
@FileMaker()
export class SubtitleMaker implements Maker<Subtitle> {
  readonly kind = 'subtitle';
  /** The player waits for the subtitles. */
  readonly isQuick = true;

  /** There are no sources to fetch, because subtitles are read into memory. */
  sources(): [] {
    return [];
  }

  isAudio(): boolean {
    return false;
  }

  roomFor(): number {
    return MAX_SUBTITLE_BYTES;
  }

  shareKey({ pageUrl, format, track }: Subtitle): string {
    return JSON.stringify([pageUrl, 'subtitle', track.language, track.machine, format]);
  }

  /**
   * @throws DomainError SUBTITLES_GONE or MERGE_FAILED; whatever the context throws; the signal's
   *   reason.
   */
  async make(recipe: Subtitle, context: MakeContext): Promise<Made> {
    const cues = await readTrack(recipe.track, recipe, context);
    context.progress.merging(0);
    const path = join(context.folder, 'subtitles');
    const text = textOf(cues, recipe);
    await writeFile(path, text);
    context.count(Buffer.byteLength(text));
    context.progress.checking();
    await this.check(path, recipe, cues);
    return { path, ext: recipe.format, damage: [] };
  }

  /**
   * Verifies the written file.
   * @throws DomainError MERGE_FAILED if its cues differ.
   */
  private async check(path: string, { format }: Subtitle, cues: readonly Cue[]): Promise<void> {
    const text = await readFile(path, 'utf8');
    const isTranscript = format === 'txt' || format === 'md';
    const isGood = isTranscript ? text.trim() !== '' : isSame(await parseSubtitle(text), cues);
    if (!isGood) {
      throw new DomainError('MERGE_FAILED', { cause: `the ${format} file reads back differently` });
    }
  }
}

function textOf(cues: readonly Cue[], recipe: Subtitle): string {
  switch (recipe.format) {
    case 'txt':
      return transcript(cues);
    case 'md':
      return markdownTranscript(cues, recipe);
    default:
      return writeSubtitle(cues, recipe.format);
  }
}

function isSame(found: readonly Cue[], cues: readonly Cue[]): boolean {
  return (
    found.length === cues.length &&
    cues.every(({ start }, at) => Math.abs((found[at]?.start ?? NaN) - start) < ROUNDING_SECONDS)
  );
}
