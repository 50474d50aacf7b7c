import { Injectable } from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ClipProgram } from './clip-program.js';
import type { CutPlan } from './cut-plan.js';
import { edgeOptions } from './encoders.js';
import { PacketDump } from './packet-dump.js';
import {
  framesBetween,
  keyBefore,
  type PictureSource,
  readAround,
  readFrom,
  secondsOf,
} from './picture-source.js';

/** Where and for how long a cut may work. */
export interface CutOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Most that a file of it may take, bytes. */
  readonly mostBytes: number;
  /** What encoding so many frames may take, seconds of a processor. */
  readonly cpuSeconds: (frames: number) => number;
  /** What has been written for it; whoever asks for parts removes them. */
  readonly dumps: PacketDump[];
}

/** Packets that follow one another in a clip. */
export interface Part {
  readonly dump: PacketDump;
  /** The place of the first in the dump. */
  readonly from: number;
  /** When each is shown, ticks of the source. */
  readonly pts: readonly number[];
  readonly isEncoded: boolean;
}

/** Copies and encodes the parts of a clip's picture. */
@Injectable()
export class ClipParts {
  constructor(private readonly program: ClipProgram) {}

  /** The packets that are copied; null when they are not found as the table has them. */
  async copied(
    source: PictureSource,
    { copied: { from, to } }: CutPlan,
    { folder, dumps, ...options }: CutOptions,
  ): Promise<Part | null> {
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
   * Frames as packets of the codec of the source.
   * @param frames when they are shown, ticks.
   * @returns null when another number of them came out.
   */
  async encoded(
    source: PictureSource,
    frames: readonly number[],
    { name, folder, dumps, cpuSeconds, ...options }: CutOptions & { readonly name: string },
  ): Promise<Part[] | null> {
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

/** The times in the source of packets that an encoder has put in another order; null for other frames than these. */
function inSource({ packets }: PacketDump, frames: readonly number[]): number[] | null {
  const sorted = packets.flatMap(({ pts }) => pts ?? []).sort((a, b) => a - b);
  const ranks = new Map(sorted.map((pts, rank) => [pts, frames[rank]]));
  const times = packets.flatMap(({ pts }) => ranks.get(pts ?? NaN) ?? []);
  return times.length === frames.length && packets.length === frames.length ? times : null;
}

/** The filter that turns packets of a source into the byte stream format. */
function filterOf({ traits }: PictureSource): string | null {
  return traits.codec_name === 'h264' ? 'h264_mp4toannexb' : null;
}
