import { Injectable } from '@nestjs/common';
import { DomainError } from '../../infra/errors/domain-error.js';
import { runBoth } from '../checked/run-both.js';
import { offsets } from '../join/offsets.js';
import type { FetchedSpan } from '../maker.port.js';
import { Prober } from '../probe.js';
import { probeSchema } from '../probe-schema.js';
import type { Clip } from '../recipe.js';
import { type ClipInput, ClipProgram } from './clip-program.js';
import { type FrameTable, FrameTableReader, shownFrames } from './picture/frame-table.js';
import { type PictureSource, readFrom, secondsOf } from './picture/picture-source.js';
import { pictureOf, soundOf, type Traits } from './picture/picture-traits.js';
import { type ClipRange, limitToItem } from './clip-range.js';

/** An audio stream and the part of it to use, in seconds on its file's clock. */
export interface AudioPart {
  readonly input: ClipInput;
  readonly traits: Traits;
  readonly from: number;
  readonly to: number;
  /**
   * How many seconds of the clip have audio, including silence before it begins; 0 if there is
   * none.
   */
  readonly seconds: number;
}

export interface ClipStreams {
  /** Null for a clip without video. */
  readonly picture: PictureSource | null;
  readonly sound: AudioPart | null;
  /** The requested range, limited to the item. */
  readonly range: ClipRange;
  /** Duration of the clip, in seconds. */
  readonly seconds: number;
  /** Where the fetched excerpt begins, in seconds into the item. */
  readonly fetchedFrom: number;
}

/** A fetched source and the result of probing it. */
interface Looked {
  readonly span: FetchedSpan;
  readonly streams: Traits[];
  /**
   * `begins`: the file's start time according to ffmpeg. `zero`: where the item begins on the
   * same clock, in seconds.
   */
  readonly begins: number;
  readonly zero: number;
}

/**
 * How much later a stream may begin than the item, or how much earlier it may end: in seconds, or
 * as a share of the item.
 */
const EDGE = 1;
const EDGE_SHARE = 0.02;

/** Finds the frames of a clip in its fetched excerpt. */
@Injectable()
export class ClipStreamsReader {
  constructor(
    private readonly program: ClipProgram,
    private readonly prober: Prober,
  ) {}

  /**
   * @throws DomainError CLIP_OUTSIDE, WISH_NOT_POSSIBLE if there is no such stream,
   *   SOURCE_INCOMPLETE for an excerpt that misses part of the clip, or the signal's reason.
   */
  async read(
    recipe: Clip,
    spans: readonly FetchedSpan[],
    signal: AbortSignal,
  ): Promise<ClipStreams> {
    const looked = await this.look(spans, signal);
    const [main] = looked;
    if (main === undefined) {
      throw new RangeError('a clip has no source');
    }
    const fetchedFrom = main.begins - main.zero;
    const ofSound = looked.at(-1) ?? main;
    const sound = recipe.as === 'gif' || recipe.as === 'webp' ? null : soundOf(ofSound.streams);
    if (recipe.as === 'audio') {
      if (sound === null) {
        throw new DomainError('WISH_NOT_POSSIBLE');
      }
      const { end } = await this.table(recipe, { source: main, map: '0:a:0' }, signal);
      const stretch = this.bounded(recipe, looked, end === null ? null : end - main.zero);
      const seconds = (stretch.endMs - stretch.startMs) / 1000;
      const times = { from: stretch.startMs / 1000, seconds };
      const part = sounding(main, sound, times);
      checkSoundEnd(part, end, main.span);
      const whole = { ...part, seconds };
      return { picture: null, sound: whole, range: stretch, seconds, fetchedFrom };
    }
    const [{ picture, range }, soundTable] = await runBoth(
      signal,
      (either) => this.pictureOf(recipe, { looked, main }, either),
      async (either) => sound && this.table(recipe, { source: ofSound, map: '0:a:0' }, either),
    );
    const edges = picture.held ?? {
      from: secondsOf(picture, picture.shown.pts[0] ?? 0),
      to: secondsOf(picture, picture.shown.end),
    };
    const from = edges.from - main.zero;
    const seconds = edges.to - main.zero - from;
    const heard =
      sound &&
      soundTable &&
      measured(sounding(ofSound, sound, { from, seconds }), soundTable, ofSound.span);
    return { picture, sound: heard, range, seconds, fetchedFrom };
  }

  private async look(spans: readonly FetchedSpan[], signal: AbortSignal): Promise<Looked[]> {
    const found = await Promise.all(
      spans.map(async (span) => {
        const { data } = probeSchema.safeParse(await this.prober.describe(span.path, signal));
        if (data === undefined || data.streams.length === 0) {
          throw new DomainError('SOURCE_INCOMPLETE', { cause: 'a source is not media' });
        }
        const begins = data.format.start_time ?? 0;
        return { span, streams: data.streams, begins, starts: span.startSeconds ?? begins };
      }),
    );
    const later = offsets(found.map(({ starts }) => ({ startSeconds: starts })));
    return found.map(({ starts, ...rest }, index) => ({
      ...rest,
      zero: starts - (later[index] ?? 0),
    }));
  }

  private async pictureOf(
    recipe: Clip,
    { looked, main }: { looked: readonly Looked[]; main: Looked },
    signal: AbortSignal,
  ): Promise<{ picture: PictureSource; range: ClipRange }> {
    const { span, streams, begins, zero } = main;
    const traits = pictureOf(streams);
    if (traits === null) {
      throw new DomainError('WISH_NOT_POSSIBLE');
    }
    const table = await this.table(recipe, { source: main, map: '0:V:0' }, signal);
    const stretch = this.bounded(recipe, looked, table.end === null ? null : table.end - zero);
    const shown = shownFrames(table, stretch, zero);
    if (shown === null) {
      throw new DomainError('SOURCE_INCOMPLETE', { cause: 'frames without a time' });
    }
    const found = {
      path: span.path,
      canSeek: span.canSeek,
      traits,
      begins,
      table,
      shown,
      held: null,
    };
    const late = secondsOf(found, shown.pts[0] ?? 0) - zero - stretch.startMs / 1000;
    if (!span.isWhole && late > EDGE) {
      throw new DomainError('SOURCE_INCOMPLETE', { cause: `an excerpt begins ${late} s late` });
    }
    const ends = secondsOf(found, shown.end) - zero;
    if (stretch.endMs / 1000 - ends > EDGE && (!span.isWhole || isCut(recipe, looked, ends))) {
      throw new DomainError('SOURCE_INCOMPLETE', { cause: `the video ends at ${ends} s` });
    }
    const beyond = Math.max(-late, ends - stretch.endMs / 1000);
    if (recipe.as !== 'video' || beyond <= EDGE) {
      return { picture: found, range: stretch };
    }
    // This is a still image. Cutting it at frames would add seconds that the visitor did not
    // choose.
    const [from, to] = [stretch.startMs / 1000 + zero, Math.min(stretch.endMs / 1000, ends) + zero];
    return { picture: { ...found, held: { from, to } }, range: stretch };
  }

  /** The packets of a stream, in and around the clip. */
  private async table(
    { startMs, endMs }: Clip,
    { source, map }: { source: Looked; map: string },
    signal: AbortSignal,
  ): Promise<FrameTable> {
    const { span, zero } = source;
    const reader = new FrameTableReader(zero + startMs / 1000, zero + endMs / 1000);
    await this.program.run({
      inputs: [{ path: span.path }],
      options: ['-map', map, '-c', 'copy', '-copyinkf', '-f', 'framecrc', 'pipe:1'],
      ...{ signal, cpuSeconds: 60 + span.bytes / 10e6, fileBytes: 0 },
      onOutput: (chunk) => reader.push(chunk),
    });
    return reader.result();
  }

  /**
   * @param fetchedSeconds where the fetched stream ends.
   * @throws DomainError CLIP_OUTSIDE
   */
  private bounded(
    recipe: Clip,
    looked: readonly Looked[],
    fetchedSeconds: number | null,
  ): ClipRange {
    const known = looked.flatMap(({ span }) => span.sourceSeconds ?? []);
    const isWhole = looked.some(({ span }) => span.isWhole);
    const ends = isWhole && fetchedSeconds !== null ? [...known, fetchedSeconds] : known;
    return ends.length === 0 ? recipe : limitToItem(recipe, Math.max(...ends));
  }
}

/**
 * True if the video ends too early to be complete. Normally, the streams of an item differ by less.
 */
function isCut({ durationSeconds }: Clip, looked: readonly Looked[], ends: number): boolean {
  const known = looked.flatMap(({ span }) => span.sourceSeconds ?? []);
  const item = Math.max(durationSeconds ?? 0, ...known);
  return item - ends > Math.max(EDGE, item * EDGE_SHARE);
}

/** An audio part whose duration has not been measured yet. */
type Unmeasured = Omit<AudioPart, 'seconds'>;

function sounding(
  { span, begins, zero }: Looked,
  traits: Traits,
  { from, seconds }: { from: number; seconds: number },
): Unmeasured {
  const begin = zero + from;
  const input = {
    path: span.path,
    options: readFrom({ begins, canSeek: span.canSeek }, begin),
  };
  return { input, traits, from: begin, to: begin + seconds };
}

/**
 * The audio of a clip that has video, with the audio's measured duration.
 * @throws DomainError SOURCE_INCOMPLETE
 */
function measured(
  { from, to, ...rest }: Unmeasured,
  { packets, end, over, under }: FrameTable,
  span: FetchedSpan,
): AudioPart {
  const begin = ((packets[0]?.pts ?? 0) * over) / under;
  checkSoundEnd({ to }, end, span);
  const until = Math.min(to, end ?? -Infinity);
  return { ...rest, from, to, seconds: until > Math.max(begin, from) ? until - from : 0 };
}

/**
 * Checks that an excerpt has the audio up to the end of a clip. The whole source may have less.
 * @param to end of the clip, in seconds on the file's clock.
 * @param end end of the audio on the same clock; null if there is none.
 * @throws DomainError SOURCE_INCOMPLETE
 */
function checkSoundEnd(
  { to }: Pick<AudioPart, 'to'>,
  end: number | null,
  { isWhole }: FetchedSpan,
): void {
  if (!isWhole && (end ?? -Infinity) < to - EDGE) {
    throw new DomainError('SOURCE_INCOMPLETE', { cause: 'the audio of an excerpt ends early' });
  }
}
