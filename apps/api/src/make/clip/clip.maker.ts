import { Injectable } from '@nestjs/common';
import { dirname } from 'node:path';
import type { SourceFormat } from '../../extract/source-info.js';
import { CheckedFiles } from '../checked/checked-files.js';
import { isSomewhere, SourceDamaged, type Span } from '../../source/client/source-damaged.js';
import { bytesOf, type FilePlan } from '../file-plan.js';
import type { Expectation } from '../gate/compare.js';
import type { WantedStreams } from '../gate/media-reader.js';
import {
  type FetchedSpan,
  FileMaker,
  type Made,
  type MakeContext,
  type Maker,
} from '../maker.port.js';
import type { Clip } from '../recipe.js';
import { type ClipStreams, ClipStreamsReader } from './clip-streams.js';
import { ClipWriter, framesOf } from './clip-writer.js';
import { loopOf } from './animation/loop-file.js';

/**
 * How many seconds to fetch on either side of the clip, to include the previous key frame and the
 * end of a segment.
 */
const AROUND_SECONDS = 20;
/**
 * The most space that the work folder needs, as a multiple of the source's size: it holds the
 * copied packets, the joined video and the file, which may be written twice.
 */
const ROOM_FACTOR = 4;
/**
 * Usual and maximum bytes per second of encoded video. Noisy video becomes larger than its source.
 */
const ENCODED = { usual: 2e6, most: 8e6 };
/**
 * In seconds. Longer 1080p clips are refused (encoding-bound.ts), so the disk estimate counts no
 * more encoded video than this. Audio takes little space.
 */
const MOST_ENCODED_SECONDS = 600;
const SOUND_BYTES_PER_SECOND = 40e3;
/**
 * Tolerance for a loop's duration, because frames are dropped and times are rounded to GIF's clock.
 */
const LOOP_SLACK_SECONDS = 0.2;
const LEAST_ROOM = 64e6;

@Injectable()
@FileMaker()
export class ClipMaker implements Maker<Clip> {
  readonly kind = 'clip';

  constructor(
    private readonly files: CheckedFiles,
    private readonly streams: ClipStreamsReader,
    private readonly writer: ClipWriter,
  ) {}

  /** Ranged requests fetch only part of a source, so scale its size to that part. */
  sources({ main, sound, startMs, endMs, durationSeconds }: Clip): SourceFormat[] {
    const seconds = (endMs - startMs) / 1000 + AROUND_SECONDS;
    const share = durationSeconds === null ? 1 : Math.min(1, seconds / durationSeconds);
    return [main, ...(sound === null ? [] : [sound])].map((format) => ({
      ...format,
      sizeBytes: format.sizeBytes === null ? null : Math.ceil(format.sizeBytes * share),
      sizeIsEstimate: format.sizeIsEstimate || share < 1,
    }));
  }

  isAudio({ as }: Clip): boolean {
    return as === 'audio';
  }

  roomFor(sourceBytes: number): number {
    return Math.ceil(sourceBytes * ROOM_FACTOR);
  }

  shareKey({ pageUrl, main, sound, container, as, startMs, endMs }: Clip): string {
    const streams = [main.id, sound?.id ?? null];
    return JSON.stringify(['clip', pageUrl, ...streams, container, as, startMs, endMs]);
  }

  /**
   * @throws DomainError CLIP_OUTSIDE, CLIP_TOO_LONG, WISH_NOT_POSSIBLE, and whatever
   *   `CheckedFiles.make` throws.
   */
  async make(recipe: Clip, context: MakeContext): Promise<Made> {
    const work: Work = { spans: [], found: null };
    // Damage is located by the fetched file's times. Convert them to the clip's.
    try {
      const made = await this.files.make(this.plan(recipe, context, work), context);
      const later = (work.found?.fetchedFrom ?? 0) - recipe.startMs / 1000;
      return { ...made, damage: shifted(made.damage, later) };
    } catch (error) {
      throw error instanceof SourceDamaged
        ? new SourceDamaged(shifted(error.damage, work.found?.fetchedFrom ?? 0), error.cause)
        : error;
    }
  }

  private plan(recipe: Clip, context: MakeContext, work: Work): FilePlan {
    const { main, sound, startMs, endMs } = recipe;
    const formats = [main, ...(sound === null ? [] : [sound])];
    const span = { from: startMs / 1000, to: endMs / 1000 };
    const encoded = (rate: number): number => encodedBytes(span.to - span.from, rate);
    return {
      sources: formats,
      page: recipe,
      ext: recipe.container,
      wanted: (index) => wantedOf(recipe, index),
      roomFor: ({ sources }) => this.roomFor(bytesOf(sources)) + encoded(ENCODED.usual),
      fetch: async (_, anew) => {
        work.spans = await context.fetchSpan(formats, recipe, span, anew);
        return work.spans;
      },
      write: async ({ sources }, { path, signal }) => {
        work.found = await this.streams.read(recipe, work.spans, signal);
        await this.writer.write(recipe, work.found, {
          ...{ path, signal, folder: dirname(path) },
          mostBytes: bytesOf(sources) * 2 + encoded(ENCODED.most),
          onProgress: (share) => context.progress.merging(share),
        });
      },
      ...(isLoop(recipe) && { judge: (path: string) => judgeLoop(path, work.found) }),
      expected: () => expectationOf(work.found),
    };
  }
}

/** State passed between the steps of an attempt. */
interface Work {
  spans: FetchedSpan[];
  found: ClipStreams | null;
}

/** Moves spans of damage `later` seconds later. */
function shifted(damage: readonly Span[], later: number): Span[] {
  return isSomewhere(damage)
    ? [...damage]
    : damage.map(({ from, to }) => ({
        from: Math.max(0, from + later),
        to: Math.max(0, to + later),
      }));
}

function encodedBytes(seconds: number, rate: number): number {
  const ofPicture = Math.min(seconds, MOST_ENCODED_SECONDS) * rate;
  return LEAST_ROOM + ofPicture + seconds * SOUND_BYTES_PER_SECOND;
}

function isLoop({ as }: Clip): boolean {
  return as === 'gif' || as === 'webp';
}

async function judgeLoop(path: string, found: ClipStreams | null): Promise<string | null> {
  const loop = await loopOf(path);
  const { startMs = 0, endMs = 0 } = found?.range ?? {};
  const seconds = (endMs - startMs) / 1000;
  const isLong = Math.abs((loop?.seconds ?? 0) - seconds) <= LOOP_SLACK_SECONDS;
  return loop === null || !loop.isEndless || (found?.picture ?? null) === null || !isLong
    ? `not a loop of ${seconds} s: ${JSON.stringify(loop)}`
    : null;
}

function wantedOf({ as, sound }: Clip, index: number): WantedStreams {
  if (as !== 'video') {
    return as === 'audio' ? ['audio'] : ['video'];
  }
  return sound === null ? ['video', 'audio'] : index === 0 ? ['video'] : ['audio'];
}

/** What a clip must contain, exact to the frame. */
function expectationOf(found: ClipStreams | null): Expectation {
  const { picture = null, sound = null, seconds = 0 } = found ?? {};
  const stream = { codec: '', pixels: 0, packetRate: null, isReordered: false, isEven: true };
  const frames = picture === null ? null : framesOf(picture);
  const probe = { startSeconds: 0, guessed: false, isCounted: false, durationSeconds: seconds };
  return {
    video: picture === null ? 'no' : 'yes',
    // The audio may begin after the video has ended.
    audio: sound === null || sound.seconds === 0 ? 'no' : 'yes',
    pageDuration: null,
    isExact: true,
    sources: [
      {
        ...probe,
        streams: [
          ...(frames === null
            ? []
            : [{ ...stream, type: 'video' as const, frames, durationSeconds: null }]),
          ...(sound === null || sound.seconds === 0
            ? []
            : [
                {
                  ...stream,
                  type: 'audio' as const,
                  frames: null,
                  durationSeconds: sound.seconds,
                },
              ]),
        ],
      },
    ],
  };
}
