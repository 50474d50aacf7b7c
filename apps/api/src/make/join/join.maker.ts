import { Injectable, Logger } from '@nestjs/common';
import type { SourceFormat } from '../../extract/source-info.js';
import { CheckedFiles } from '../checked/checked-files.js';
import { bytesOf, type Output, type Streams, type FfmpegRun } from '../file-plan.js';
import { IndexDoesNotFit } from '../ffmpeg.js';
import { FileMaker, type Made, type MakeContext, type Maker } from '../maker.port.js';
import type { Join } from '../recipe.js';
import { readTrack } from '../subtitle/read-track.js';
import { CaptionReader } from './captions/caption-reader.js';
import { CAPTION_INPUT } from './captions/caption-track.js';
import { JoinedCaptions } from './captions/joined-captions.js';
import { expectationOf, playedSeconds, wantedStreams } from './expectation.js';
import { moovSize } from './moov-size.js';
import { hasIndex, muxOptions } from './mux-options.js';
import { offsets } from './offsets.js';

/**
 * The most space that the work folder needs, as a multiple of the size of the sources. It holds the
 * sources, the joined file and an index.
 */
const ROOM_FACTOR = 2.1;

interface JoinJob {
  readonly recipe: Join;
  readonly captions: JoinedCaptions | null;
  readonly streams: Streams;
  readonly output: Output;
}

@Injectable()
@FileMaker()
export class JoinMaker implements Maker<Join> {
  readonly kind = 'join';
  private readonly logger = new Logger(JoinMaker.name);

  constructor(
    private readonly files: CheckedFiles,
    private readonly reader: CaptionReader,
  ) {}

  sources({ main, sound }: Join): SourceFormat[] {
    return sound === null ? [main] : [main, sound];
  }

  isAudio({ isAudio }: Join): boolean {
    return isAudio;
  }

  roomFor(sourceBytes: number): number {
    return Math.ceil(sourceBytes * ROOM_FACTOR);
  }

  shareKey({ pageUrl, main, sound, container, captions }: Join): string {
    const spoken = captions === undefined ? [] : [captions.language, captions.machine];
    return JSON.stringify([pageUrl, main.id, sound?.id ?? null, container, ...spoken]);
  }

  /**
   * @throws whatever `CheckedFiles.make` throws and, if there are subtitles, whatever `readTrack`
   *   throws.
   */
  async make(recipe: Join, context: MakeContext): Promise<Made> {
    const captions = await captionsOf(recipe, context);
    const made = await this.files.make(
      {
        sources: this.sources(recipe),
        page: recipe,
        ext: recipe.container,
        isIndexed: hasIndex(recipe.container),
        wanted: (index) => wantedStreams(recipe, index),
        roomFor: ({ sources }) => this.roomFor(bytesOf(sources)),
        // Subtitles need the durations of the complete sources.
        ...(captions === null && {
          whileArriving: (streams) =>
            writingOf({ recipe, captions, streams }, roomOf(recipe, streams)),
        }),
        write: (streams, output) => this.write({ recipe, captions, streams, output }),
        expected: (streams) => expectationOf(recipe, streams),
      },
      context,
    );
    if (captions !== null) {
      await this.reader.check(made.path, captions.shown, context.signal);
    }
    return made;
  }

  /** Writes the file in one pass if the size of its index can be predicted, otherwise in two. */
  private async write(job: JoinJob): Promise<void> {
    const { recipe, captions, streams } = job;
    const ofMedia = roomOf(recipe, streams);
    const room = ofMedia && ofMedia + (captions?.indexBytes ?? 0);
    try {
      await this.mux(job, room);
    } catch (error) {
      if (room === null || !(error instanceof IndexDoesNotFit)) {
        throw error;
      }
      this.logger.log({ msg: 'Combining in one pass failed; trying two passes', room });
      await this.mux(job, null);
    }
  }

  private async mux(job: JoinJob, room: number | null): Promise<void> {
    const { captions, streams, output } = job;
    if (captions === null) {
      await output.mux(writingOf(job, room));
      return;
    }
    const sources = streams.sources.map(({ path }) => path);
    await captions.within(output.path, playedSeconds(streams), (file) =>
      output.mux({
        ...writingOf(job, room),
        inputs: [...sources, file],
        inputOptions: [...sources.map(() => []), CAPTION_INPUT],
      }),
    );
  }
}

async function captionsOf(recipe: Join, context: MakeContext): Promise<JoinedCaptions | null> {
  const { captions: track, container } = recipe;
  return track === undefined
    ? null
    : new JoinedCaptions(track, await readTrack(track, recipe, context), container);
}

/** Space to reserve for the index; null if the file is written in two passes, or has no index. */
function roomOf({ container, durationSeconds }: Join, streams: Streams): number | null {
  const size = { totalBytes: bytesOf(streams.sources), pageSeconds: durationSeconds };
  return hasIndex(container) ? moovSize(streams.probes, size) : null;
}

function writingOf(
  { recipe, captions, streams }: Pick<JoinJob, 'recipe' | 'captions' | 'streams'>,
  moovSize: number | null,
): FfmpegRun {
  const { container, sound, isAudio, title, durationSeconds } = recipe;
  return {
    offsets: offsets(streams.probes),
    options: muxOptions({
      ...{ container, isAudio, title, moovSize },
      inputs: sound === null ? 1 : 2,
      ...(captions !== null && { captions: captions.options(streams.sources.length) }),
    }),
    seconds: Math.max(durationSeconds ?? 0, secondsOf(streams)),
  };
}

function secondsOf({ probes }: Streams): number {
  return Math.max(0, ...probes.map(({ durationSeconds }) => durationSeconds ?? 0));
}
