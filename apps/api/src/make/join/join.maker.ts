import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { SourceFormat } from '../../extract/source-info.js';
import { CheckedFiles } from '../checked/checked-files.js';
import { bytesOf, type Output, type Streams } from '../checked/file-plan.js';
import { IndexDoesNotFit } from '../ffmpeg.js';
import { FileMaker, type Made, type MakeContext, type Maker } from '../maker.port.js';
import type { Join } from '../recipe.js';
import { expectationOf, wantedOf } from './expectation.js';
import { moovSize } from './moov-size.js';
import { hasIndex, muxOptions } from './mux-options.js';
import { offsets } from './offsets.js';

/** A work folder at its fullest, as a multiple of the sources: they, the joined file and its index. */
const ROOM_FACTOR = 2.1;

/** Puts fetched streams into one checked file. */
@Injectable()
@FileMaker()
export class JoinMaker implements Maker<Join> {
  readonly kind = 'join';
  private readonly logger = new Logger(JoinMaker.name);

  constructor(private readonly files: CheckedFiles) {}

  sources({ main, sound }: Join): SourceFormat[] {
    return sound === null ? [main] : [main, sound];
  }

  isAudio({ isAudio }: Join): boolean {
    return isAudio;
  }

  roomFor(sourceBytes: number): number {
    return Math.ceil(sourceBytes * ROOM_FACTOR);
  }

  shareKey({ pageUrl, main, sound, container }: Join): string {
    return createHash('sha256')
      .update(JSON.stringify([pageUrl, main.id, sound?.id ?? null, container]))
      .digest('hex');
  }

  /** @throws what `CheckedFiles.make` throws. */
  make(recipe: Join, context: MakeContext): Promise<Made> {
    return this.files.make(
      {
        sources: this.sources(recipe),
        page: recipe,
        ext: recipe.container,
        wanted: (index) => wantedOf(recipe, index),
        roomFor: ({ sources }) => this.roomFor(bytesOf(sources)),
        write: (streams, output) => this.write(recipe, streams, output),
        expected: (streams) => expectationOf(recipe, streams),
      },
      context,
    );
  }

  /** In one pass where the room for the index can be told, else in two. */
  private async write(recipe: Join, streams: Streams, output: Output): Promise<void> {
    const { container, durationSeconds } = recipe;
    const size = { totalBytes: bytesOf(streams.sources), pageSeconds: durationSeconds };
    const room = hasIndex(container) ? moovSize(streams.probes, size) : null;
    try {
      await this.mux(recipe, streams, output, room);
    } catch (error) {
      if (room === null || !(error instanceof IndexDoesNotFit)) {
        throw error;
      }
      this.logger.log({ msg: 'One pass did not do, trying two', room });
      await this.mux(recipe, streams, output, null);
    }
  }

  private mux(
    { container, sound, isAudio, title, durationSeconds }: Join,
    { probes }: Streams,
    output: Output,
    room: number | null,
  ): Promise<void> {
    return output.mux({
      offsets: offsets(probes),
      options: muxOptions({
        ...{ container, isAudio, title, moovSize: room },
        inputs: sound === null ? 1 : 2,
      }),
      seconds: Math.max(durationSeconds ?? 0, ...probes.map((probe) => probe.durationSeconds ?? 0)),
    });
  }
}
