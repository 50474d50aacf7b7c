import { Inject, Injectable } from '@nestjs/common';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFormat } from '../../extract/source-info.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { DomainError } from '../../infra/errors/domain-error.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { boundSize } from '../../source/files/bounds.js';
import { CheckedFiles } from '../checked/checked-files.js';
import { bytesOf, type FfmpegRun, type Streams } from '../file-plan.js';
import type { MuxBounds } from '../ffmpeg.js';
import type { Expectation } from '../gate/compare.js';
import { dropUnreliableDuration } from '../join/expectation.js';
import { FileMaker, type Made, type MakeContext, type Maker } from '../maker.port.js';
import type { ProbedStream } from '../probe-schema.js';
import type { Convert } from '../recipe.js';
import { Covers } from '../tags/covers.js';
import { chapterComments, ffmetadata } from '../tags/ffmetadata.js';
import { type Cover, pictureBlock } from '../tags/picture-block.js';
import { type Encoding, encodingOf } from './encoding.js';
import { SOUND_FILES, soundOptions } from './sound-files.js';

/** Space reserved for tags, chapters and a cover, in bytes. */
const EXTRAS_BYTES = 8 * 1024 * 1024;
/**
 * The bitrate assumed for a source whose bitrate is unknown, in kbit/s. It is lower than any real
 * bitrate.
 */
const LEAST_SOURCE_KBPS = 32;
const MARGIN = 1.1;
/**
 * The slowest encoding speed allowed, in seconds of audio per second of processor time. For
 * comparison, a 2.6 GHz processor reaches 60 for MP3 and 50 for AAC.
 */
const LEAST_SPEED = 5;
/**
 * The slowest encoding speed allowed, in seconds of audio per second of wall-clock time. This limit
 * is lower, because other tasks may keep the machine busy.
 */
const LEAST_WALL_SPEED = 2;

/** Converts the audio of a source to another file type, with its tags, chapters and cover. */
@Injectable()
@FileMaker()
export class ConvertMaker implements Maker<Convert> {
  readonly kind = 'convert';
  /**
   * Most of the time goes into encoding: an hour of audio takes longer to encode than to fetch from
   * most sources.
   */
  readonly shares = { fetching: 40, merging: 58, checking: 2 };

  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'MAX_DURATION_SECONDS' | 'MAX_FILE_BYTES'>,
    private readonly files: CheckedFiles,
    private readonly covers: Covers,
    private readonly programs: ProgramsService,
  ) {}

  sources({ source }: Convert): SourceFormat[] {
    return [source];
  }

  isAudio(): boolean {
    return true;
  }

  roomFor(sourceBytes: number, { to, bitrate, durationSeconds }: Convert): number {
    const kbps = bitrate ?? SOUND_FILES[to].usualKbps ?? 0;
    return sourceBytes + bytesAt(kbps, durationSeconds ?? 0) + EXTRAS_BYTES;
  }

  shareKey({ pageUrl, source, to, bitrate }: Convert): string {
    return JSON.stringify(['convert', pageUrl, source.id, to, bitrate]);
  }

  /** @throws DomainError ENCODER_MISSING or FILE_TOO_LARGE; whatever `CheckedFiles.make` throws. */
  async make(recipe: Convert, context: MakeContext): Promise<Made> {
    const { to, tags, pageUrl } = recipe;
    const hasCover = SOUND_FILES[to].cover !== 'none';
    // The cover is fetched alongside the source. If that fails, the file has no cover. An abort is
    // detected elsewhere.
    const cover = hasCover
      ? this.covers.bring(tags.pictures, pageUrl, context).catch(() => null)
      : Promise.resolve(null);
    try {
      return await this.files.make(
        {
          sources: [recipe.source],
          page: recipe,
          ext: to,
          wanted: () => ['audio'],
          isSlow: true,
          decodes: (streams) => !encoding(recipe, streams).copies,
          roomFor: (streams) =>
            bytesOf(streams.sources) + this.resultBytes(recipe, streams) + EXTRAS_BYTES,
          whileArriving: async (streams) =>
            mayBeWrittenAhead(recipe, streams)
              ? this.runOf({ recipe, streams, context, cover: await cover })
              : null,
          write: async (streams, output) =>
            output.mux(await this.runOf({ recipe, streams, context, cover: await cover })),
          expected: (streams) => expectationOf(recipe, streams),
        },
        context,
      );
    } finally {
      // Wait for the cover, because the run's folder, to which it is written, is about to be
      // removed.
      await cover;
    }
  }

  /** @throws DomainError ENCODER_MISSING. */
  private async runOf({ recipe, streams, context, cover }: Work): Promise<FfmpegRun> {
    const file = SOUND_FILES[recipe.to];
    const { copies, options, kbps } = encoding(recipe, streams);
    if (!copies && !(await this.programs.encoders()).has(file.encoder)) {
      throw new DomainError('ENCODER_MISSING', { cause: file.encoder });
    }
    const [source] = streams.sources;
    const seconds = secondsOf(recipe, streams);
    const more = {
      ...(file.chapters === 'comments' && chapterComments(recipe.tags, seconds)),
      ...(cover !== null &&
        file.cover === 'comment' && {
          METADATA_BLOCK_PICTURE: pictureBlock(await this.covers.read(cover)),
        }),
    };
    const tags = join(context.folder, 'tags.txt');
    await writeFile(tags, ffmetadata(recipe.tags, { seconds, more }));
    const attached = file.cover === 'stream' ? cover : null;
    return {
      ...soundOptions(
        file,
        { encoding: options, isFlac: soundOf(streams).codec === 'flac' },
        attached,
      ),
      inputs: [source?.path ?? '', tags, ...(attached === null ? [] : [attached.path])],
      seconds: seconds ?? 0,
      ...(!copies && { bounds: this.bounds(kbps, seconds) }),
    };
  }

  /** @throws DomainError FILE_TOO_LARGE. */
  private resultBytes(recipe: Convert, streams: Streams): number {
    const seconds = secondsOf(recipe, streams);
    const { kbps, copies } = encoding(recipe, streams);
    const sourceBytes = bytesOf(streams.sources);
    if (copies) {
      return sourceBytes;
    }
    const sourceKbps = soundOf(streams).sound?.kbps ?? LEAST_SOURCE_KBPS;
    const bytes = seconds === null ? (sourceBytes * kbps) / sourceKbps : bytesAt(kbps, seconds);
    boundSize(bytes, this.env.MAX_FILE_BYTES);
    return Math.ceil(bytes * MARGIN);
  }

  private bounds(kbps: number, seconds: number | null): Partial<MuxBounds> {
    const most = (seconds ?? this.env.MAX_DURATION_SECONDS) * MARGIN + 60;
    return {
      cpuSeconds: 60 + most / LEAST_SPEED,
      fileBytes: EXTRAS_BYTES + bytesAt(kbps, most) * MARGIN,
      wallMs: 120_000 + (most / LEAST_WALL_SPEED) * 1000,
    };
  }
}

interface Work {
  readonly recipe: Convert;
  readonly streams: Streams;
  readonly context: MakeContext;
  readonly cover: Cover | null;
}

function encoding({ to, bitrate }: Convert, streams: Streams): Encoding {
  return encodingOf(to, bitrate, soundOf(streams));
}

/**
 * @throws DomainError WISH_NOT_POSSIBLE if the source has no audio; fetching it again would not
 *   help.
 */
function soundOf({ probes }: Streams): ProbedStream {
  const sound = probes.flatMap(({ streams }) => streams).find(({ type }) => type === 'audio');
  if (sound === undefined) {
    throw new DomainError('WISH_NOT_POSSIBLE', { cause: 'the source has no audio' });
  }
  return sound;
}

function secondsOf({ durationSeconds: ofPage }: Convert, streams: Streams): number | null {
  const { durationSeconds, frames } = soundOf(streams);
  const byClock = durationSeconds ?? streams.probes[0]?.durationSeconds ?? ofPage;
  // If the clock of a source jumps, only the sum of its segments' durations is right.
  const bySegments = streams.sources[0]?.durationSeconds ?? null;
  const own = byClock === null ? bySegments : Math.max(byClock, bySegments ?? 0);
  // While a fragmented file arrives, only the duration of its first fragments is known.
  return frames === null && own !== null ? Math.max(own, ofPage ?? 0) : own;
}

/**
 * Whether the file may be written while its source is still arriving. The duration must be known,
 * and packets are copied into an MP4 only from one with an index: those of Matroska would get other
 * times.
 */
function mayBeWrittenAhead(recipe: Convert, streams: Streams): boolean {
  const isCopiedToMp4 = recipe.to === 'm4a' && encoding(recipe, streams).copies;
  const hasIndex = soundOf(streams).frames !== null;
  return hasIndex || (recipe.durationSeconds !== null && !isCopiedToMp4);
}

/** The audio must be as long as in its source. Packets are counted only if they were copied. */
function expectationOf(recipe: Convert, streams: Streams): Expectation {
  const { copies } = encoding(recipe, streams);
  const sources = streams.probes.map((probe, index) => {
    const known = dropUnreliableDuration(probe, streams.sources[index]);
    const sounds = known.streams.filter(({ type }) => type === 'audio');
    return { ...known, streams: copies ? sounds : sounds.map((one) => ({ ...one, frames: null })) };
  });
  return { video: 'no', audio: 'yes', pageDuration: recipe.durationSeconds, sources };
}

function bytesAt(kbps: number, seconds: number): number {
  return Math.ceil((kbps * 1000 * seconds) / 8);
}
