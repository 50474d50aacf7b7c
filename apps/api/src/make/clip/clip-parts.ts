import { Injectable } from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ClipProgram } from './clip-program.js';
import type { CutPlan } from './cut-plan.js';
import { edgeOptions } from './encoders.js';
import { PacketDump } from './picture/packet-dump.js';
import {
  framesBetween,
  keyBefore,
  type PictureSource,
  readAround,
  readFrom,
  secondsOf,
} from './picture/picture-source.js';

export interface CutOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Size limit for each file, in bytes. */
  readonly mostBytes: number;
  /** Processor time allowed for encoding this many frames, in seconds. */
  readonly cpuSeconds: (frames: number) => number;
  /** Files written so far. The caller removes them. */
  readonly dumps: PacketDump[];
}

/** Consecutive packets of a clip. */
export interface ClipPart {
  readonly dump: PacketDump;
  /** Index of its first packet in the dump. */
  readonly from: number;
  /** Presentation times, in ticks of the source. */
  readonly pts: readonly number[];
  readonly isEncoded: boolean;
}

/** Copies and encodes the parts of a clip's video. */
@Injectable()
export class ClipParts {
  constructor(private readonly program: ClipProgram) {}

  /** Returns the packets to copy, or null if the dump does not match the frame table. */
  async copied(
    source: PictureSource,
    { copied: { from, to } }: CutPlan,
    { folder, dumps, ...options }: CutOptions,
  ): Promise<ClipPart | null> {
    const wanted = source.table.packets.slice(from, to).flatMap(({ pts }) => pts ?? []);
    const [first = 0] = wanted;
    const around = { from: secondsOf(source, first), to: secondsOf(source, source.shown.end) };
    const dump = await PacketDump.of(this.program, {
      ...{ ...options, path: source.path, options: readAround(source, around) },
      ...{ filter: filterOf(source), to: join(folder, 'copied') },
    });
    dumps.push(dump);
    const begin = dump.packets.findIndex(({ pts, isKey }) => isKey && pts === first);
    const isThere =
      begin >= 0 && wanted.every((pts, index) => dump.packets[begin + index]?.pts === pts);
    return isThere ? { dump, from: begin, pts: wanted, isEncoded: false } : null;
  }

  /**
   * Encodes frames with the codec of the source.
   * @param frames presentation times, in ticks.
   * @returns null when the encoder returned a different number of frames.
   */
  async encoded(
    source: PictureSource,
    frames: readonly number[],
    { name, folder, dumps, cpuSeconds, ...options }: CutOptions & { readonly name: string },
  ): Promise<ClipPart[] | null> {
    const [first, last] = [frames[0], frames.at(-1)];
    if (first === undefined || last === undefined) {
      return [];
    }
    const path = join(folder, `${name}.${source.traits.codec_name === 'h264' ? 'mp4' : 'webm'}`);
    const seek = readFrom(source, secondsOf(source, keyBefore(source, first)));
    await this.program.run({
      inputs: [{ path: source.path, options: ['-noautorotate', ...seek] }],
      options: [
        ...['-map', '0:V:0', '-vf', framesBetween(source, { first, last })],
        ...['-vsync', 'passthrough', '-enc_time_base', '-1', '-frames:v', String(frames.length)],
        ...[...edgeOptions(source.traits), `file:${path}`],
      ],
      ...{ signal: options.signal, fileBytes: options.mostBytes },
      cpuSeconds: cpuSeconds(frames.length),
    });
    const dump = await PacketDump.of(this.program, {
      ...{ ...options, path, options: [] },
      ...{ filter: filterOf(source), to: join(folder, name) },
    });
    dumps.push(dump);
    await rm(path);
    const pts = inSource(dump, frames);
    return pts === null ? null : [{ dump, from: 0, pts, isEncoded: true }];
  }
}

/**
 * Maps the encoder's packets, which are in decoding order, to presentation times in the source.
 * @returns null if the encoder returned a different number of frames
 */
function inSource({ packets }: PacketDump, frames: readonly number[]): number[] | null {
  const sorted = packets.flatMap(({ pts }) => pts ?? []).sort((a, b) => a - b);
  const ranks = new Map(sorted.map((pts, rank) => [pts, frames[rank]]));
  const times = packets.flatMap(({ pts }) => ranks.get(pts ?? NaN) ?? []);
  return times.length === frames.length && packets.length === frames.length ? times : null;
}

/** The filter that converts a source's packets to the byte stream format. */
function filterOf({ traits }: PictureSource): string | null {
  return traits.codec_name === 'h264' ? 'h264_mp4toannexb' : null;
}
