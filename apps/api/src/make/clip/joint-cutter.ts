import { Injectable } from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ClipProgram } from './clip-program.js';
import { type CutPlan, cutPlan } from './cut-plan.js';
import { edgeOptions } from './encoders.js';
import { configurationOf, NAL, ParameterSets, typeOf, unitsOf, withLengths } from './h264-units.js';
import { PacketDump } from './packet-dump.js';
import {
  framesBetween,
  keyBefore,
  type PictureSource,
  readAround,
  readFrom,
  secondsOf,
} from './picture-source.js';
import { aspectOf, isCuttable } from './picture-traits.js';
import { box, PictureTrack } from './picture-track.js';

/** Where and for how long a cut may work. */
export interface CutOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Most that a file of it may take, bytes. */
  readonly mostBytes: number;
  /** What encoding so many frames may take, seconds of a processor. */
  cpuSeconds(frames: number): number;
}

/** A picture put together, and where its joints are. */
export interface JoinedPicture {
  readonly path: string;
  readonly plan: CutPlan;
}

/** Ticks beyond which the index of an intermediate file cannot count. */
const MOST_TICKS = 2 ** 32 - 1;

/** What is copied or encoded, in the order of the clip. */
interface Part {
  readonly dump: PacketDump;
  /** The packets of it that are taken. */
  readonly from: number;
  readonly to: number;
  readonly isEncoded: boolean;
}

/** Puts the picture of a clip together: only frames at its edges are encoded, the rest is copied. */
@Injectable()
export class JointCutter {
  constructor(private readonly program: ClipProgram) {}

  /**
   * @returns null where that cannot be done with this source.
   * @throws what the program throws, or the reason of the signal.
   */
  async cut(source: PictureSource, options: CutOptions): Promise<JoinedPicture | null> {
    const { table, shown, traits } = source;
    const plan = isCuttable(traits) ? cutPlan(table, shown) : null;
    if (plan === null || shown.end - (shown.pts[0] ?? 0) > MOST_TICKS / table.over) {
      return null;
    }
    const dumps: PacketDump[] = [];
    try {
      return await this.joined(source, plan, { ...options, dumps });
    } finally {
      await Promise.all(dumps.map((dump) => dump.remove()));
    }
  }

  private async joined(
    source: PictureSource,
    plan: CutPlan,
    options: CutOptions & { readonly dumps: PacketDump[] },
  ): Promise<JoinedPicture | null> {
    const middle = await this.copied(source, plan, options);
    const sets = new ParameterSets();
    if (middle === null || !(await this.gather(source, middle, sets))) {
      return null;
    }
    const setId = sets.freeId();
    if (setId === null) {
      return null;
    }
    const { pts } = source.shown;
    const edges = [pts.slice(0, plan.head), pts.slice(pts.length - plan.tail, pts.length)];
    const parts: Part[] = [];
    for (const [index, frames] of edges.entries()) {
      const edge = await this.encoded(source, frames, { ...options, setId, name: `edge-${index}` });
      if (edge === null || !(await this.gather(source, edge, sets))) {
        return null;
      }
      parts.push(edge, ...(index === 0 ? [middle] : []));
    }
    const path = join(options.folder, 'picture.mp4');
    return (await this.write(source, { parts, plan, sets, path })) ? { path, plan } : null;
  }

  /** The packets that are copied; null when they are not found as the table has them. */
  private async copied(
    source: PictureSource,
    { copied }: CutPlan,
    { folder, signal, mostBytes, dumps }: CutOptions & { readonly dumps: PacketDump[] },
  ): Promise<Part | null> {
    const wanted = source.table.packets.slice(copied.from, copied.to);
    const begin = secondsOf(source, wanted[0]?.pts ?? 0);
    const around = { from: begin, to: secondsOf(source, source.shown.end) };
    const dump = await PacketDump.of(this.program, {
      path: source.path,
      options: readAround(source, around),
      ...{ filter: filterOf(source), to: join(folder, 'copied'), signal, mostBytes },
    });
    dumps.push(dump);
    const from = dump.packets.findIndex(({ pts, isKey }) => isKey && pts === wanted[0]?.pts);
    const isThere = wanted.every(({ pts }, index) => dump.packets[from + index]?.pts === pts);
    return from >= 0 && isThere ? { dump, from, to: from + wanted.length, isEncoded: false } : null;
  }

  /** Frames as packets of the same codec; null when another number of them came out. */
  private async encoded(
    source: PictureSource,
    frames: readonly number[],
    options: CutOptions & { dumps: PacketDump[]; setId: number; name: string },
  ): Promise<Part | null> {
    const [first, last] = [frames[0], frames.at(-1)];
    const { dumps, folder, signal, mostBytes, setId, name } = options;
    if (first === undefined || last === undefined) {
      return { dump: NOTHING, from: 0, to: 0, isEncoded: true };
    }
    const path = join(folder, `${name}.${source.traits.codec_name === 'h264' ? 'mp4' : 'webm'}`);
    const seek = readFrom(source, secondsOf(source, keyBefore(source, first)));
    await this.program.run({
      inputs: [{ path: source.path, options: ['-noautorotate', ...seek] }],
      options: [
        ...['-map', '0:V:0', '-vf', framesBetween(source, { first, last })],
        ...['-vsync', 'passthrough', '-enc_time_base', '-1', '-frames:v', String(frames.length)],
        ...[...edgeOptions(source.traits, setId), `file:${path}`],
      ],
      ...{ signal, cpuSeconds: options.cpuSeconds(frames.length), fileBytes: mostBytes },
    });
    const dump = await PacketDump.of(this.program, {
      ...{ path, options: [], filter: filterOf(source), to: join(folder, name), signal, mostBytes },
    });
    dumps.push(dump);
    await rm(path);
    return dump.packets.length === frames.length
      ? { dump, from: 0, to: frames.length, isEncoded: true }
      : null;
  }

  /** Takes the parameter sets of a part. @returns false when it cannot stand beside the others. */
  private async gather(
    { traits }: PictureSource,
    part: Part,
    sets: ParameterSets,
  ): Promise<boolean> {
    if (traits.codec_name === 'vp8') {
      return this.showsAll(part);
    }
    if (traits.codec_name !== 'h264') {
      return true;
    }
    for (let at = part.from; at < part.to; at += 1) {
      const units = unitsOf(await part.dump.read(at));
      units.filter(isSet).forEach((unit) => sets.add(unit));
      // Others than these may refer to pictures before them.
      if (at === part.from && !units.some((unit) => typeOf(unit) === NAL.idr)) {
        return false;
      }
    }
    return !sets.isMixed;
  }

  /** Packets of VP8 may be for reference only (RFC 6386 §9.1): then there are more of them than frames. */
  private async showsAll({ dump, from, to }: Part): Promise<boolean> {
    for (let at = from; at < to; at += 1) {
      const [first = 0] = await dump.read(at);
      if ((first & 0x10) === 0) {
        return false;
      }
    }
    return true;
  }

  private async write(
    { traits, table, shown }: PictureSource,
    {
      parts,
      sets,
      path,
      plan,
    }: { parts: Part[]; sets: ParameterSets; path: string; plan: CutPlan },
  ): Promise<boolean> {
    const isH264 = traits.codec_name === 'h264';
    const configuration = isH264 ? configurationOf(sets) : Buffer.alloc(0);
    if (configuration === null) {
      return false;
    }
    // The second part that is encoded is the end of the clip.
    const begins = [0, NaN, shown.pts.length - plan.tail];
    const track = await PictureTrack.create(path);
    try {
      for (const [index, { dump, from, to, isEncoded }] of parts.entries()) {
        for (let at = from; at < to; at += 1) {
          const raw = await dump.read(at);
          const pts = isEncoded ? shown.pts[(begins[index] ?? 0) + at] : dump.packets[at]?.pts;
          const bytes = isH264 ? withLengths(unitsOf(raw).filter(isKept(isEncoded))) : raw;
          const isKey = dump.packets[at]?.isKey ?? false;
          await track.add({ pts: (pts ?? 0) * table.over, isKey, bytes });
        }
      }
      const coding = isH264 ? 'avc1' : traits.codec_name === 'vp8' ? 'vp08' : 'vp09';
      const { width = 0, height = 0 } = traits;
      const common = { coding, width, height, aspect: aspectOf(traits), timescale: table.under };
      const boxes = isH264 ? box('avcC', configuration) : configuration;
      await track.finish({ ...common, configuration: boxes }, shown.end * table.over);
      return true;
    } finally {
      await track.close();
    }
  }
}

const NOTHING = { packets: [] } as unknown as PacketDump;

function filterOf({ traits }: PictureSource): string | null {
  return traits.codec_name === 'h264' ? 'h264_mp4toannexb' : null;
}

function isSet(unit: Buffer): boolean {
  return typeOf(unit) === NAL.sps || typeOf(unit) === NAL.pps;
}

/**
 * What goes into a sample (ISO 14496-15 §5.3.2): sets are in the configuration. Messages of our own
 * encoder name it, and decoders would take what follows for its work.
 */
function isKept(isEncoded: boolean): (unit: Buffer) => boolean {
  const dropped: number[] = [NAL.sps, NAL.pps, NAL.delimiter, NAL.sequenceEnd, NAL.filler];
  return (unit) => !dropped.includes(typeOf(unit)) && !(isEncoded && typeOf(unit) === NAL.sei);
}
