import { Injectable } from '@nestjs/common';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runBoth } from '../checked/run-both.js';
import { ClipParts, type CutOptions, type ClipPart } from './clip-parts.js';
import { type CutPlan, cutPlan } from './cut-plan.js';
import { isEncodable } from './encoding-bound.js';
import {
  configurationOf,
  NAL,
  ParameterSets,
  typeOf,
  unitsOf,
  withLengths,
} from './picture/h264-units.js';
import type { PacketDump } from './picture/packet-dump.js';
import type { PictureSource } from './picture/picture-source.js';
import { aspectOf } from './picture/picture-traits.js';
import { box, PictureTrack } from './picture/picture-track.js';

export interface JoinedPicture {
  readonly path: string;
  readonly plan: CutPlan;
}

/** The largest tick count the intermediate file's index can store. */
const MOST_TICKS = 2 ** 32 - 1;
/** Sample entry names of the codecs that can be joined (MP4 Registration Authority). */
const CODINGS: Readonly<Record<string, string>> = { h264: 'avc1', vp8: 'vp08', vp9: 'vp09' };

/** Assembles a clip's video, encoding only the frames at its edges and copying the rest. */
@Injectable()
export class JointCutter {
  constructor(private readonly parts: ClipParts) {}

  /**
   * @param source a source whose codec can be joined in the clip's container.
   * @returns null if this source cannot be joined.
   * @throws whatever the program throws, or the signal's reason.
   */
  async cut(
    source: PictureSource,
    options: Omit<CutOptions, 'dumps'>,
  ): Promise<JoinedPicture | null> {
    const { table, shown } = source;
    const plan = cutPlan(table, shown);
    // If key frames are far apart, the edges may contain too many frames to encode.
    const edges = { frames: (plan?.head ?? 0) + (plan?.tail ?? 0), isVpx: isVpx(source) };
    if (!isEncodable(source.traits, edges)) {
      return null;
    }
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
    options: CutOptions,
  ): Promise<JoinedPicture | null> {
    const { pts } = source.shown;
    const [before, after] = [pts.slice(0, plan.head), pts.slice(pts.length - plan.tail)];
    const [[head, tail], middle] = await runBoth(
      options.signal,
      (outer) =>
        runBoth(
          outer,
          (signal) => this.parts.encoded(source, before, { ...options, signal, name: 'head' }),
          (signal) => this.parts.encoded(source, after, { ...options, signal, name: 'tail' }),
        ),
      (signal) => this.parts.copied(source, plan, { ...options, signal }),
    );
    if (head === null || middle === null || tail === null) {
      return null;
    }
    const parts = [...head, middle, ...tail];
    const path = join(options.folder, 'picture.mp4');
    if (await write(source, parts, path)) {
      return { path, plan };
    }
    await rm(path);
    return null;
  }
}

/**
 * Writes the parts one after another.
 * @returns false if the parts can't follow each other, or their parameter sets conflict. The file
 *   is then incomplete.
 */
async function write(
  { traits, table, shown }: PictureSource,
  parts: readonly ClipPart[],
  path: string,
): Promise<boolean> {
  const { codec_name: codec = '', width = 0, height = 0 } = traits;
  const isH264 = codec === 'h264';
  const sets = new ParameterSets();
  const track = await PictureTrack.create(path);
  try {
    for (const { dump, from, pts, isEncoded } of parts) {
      for (const [index, shownAt] of pts.entries()) {
        const packet = await dump.read(from + index);
        const units = isH264 ? unitsOf(packet) : [];
        // Only IDR frames are safe. After other key frames, references may reach back before them.
        const isBroken = isH264 && index === 0 && !units.some((unit) => typeOf(unit) === NAL.idr);
        if (isBroken || (codec === 'vp8' && !isShown(packet))) {
          return false;
        }
        units.filter(isSet).forEach((unit) => sets.add(unit));
        const isKey = dump.packets[from + index]?.isKey ?? false;
        const bytes = isH264 ? sampleOf(units, isEncoded) : packet;
        await track.add({ pts: shownAt * table.over, isKey, bytes });
      }
    }
    const configuration = isH264 ? configurationBox(sets) : Buffer.alloc(0);
    if (configuration === null) {
      return false;
    }
    const coding = CODINGS[codec] ?? '';
    const common = { coding, width, height, aspect: aspectOf(traits), timescale: table.under };
    await track.finish({ ...common, configuration }, shown.end * table.over);
    return true;
  } finally {
    await track.close();
  }
}

/** One decoder configuration for all parts; null when their parameter sets conflict. */
function configurationBox(sets: ParameterSets): Buffer | null {
  const configuration = sets.isMixed ? null : configurationOf(sets);
  return configuration && box('avcC', configuration);
}

/**
 * Whether a packet is displayed. VP8 packets may only serve as references (RFC 6386 §9.1), so there
 * may be more packets than frames.
 */
function isShown([first = 0]: Buffer): boolean {
  return (first & 0x10) !== 0;
}

function isVpx({ traits }: PictureSource): boolean {
  return traits.codec_name !== 'h264';
}

function isSet(unit: Buffer): boolean {
  return typeOf(unit) === NAL.sps || typeOf(unit) === NAL.pps;
}

/**
 * Units that must not be in a sample (ISO 14496-15 §5.3.2). Parameter sets go into the
 * configuration.
 */
const DROPPED: readonly number[] = [NAL.sps, NAL.pps, NAL.delimiter, NAL.sequenceEnd, NAL.filler];

/**
 * The units of a packet as an MP4 sample, without our encoder's SEI messages: they name the
 * encoder, and decoders would apply its workarounds to the copied frames.
 */
function sampleOf(units: readonly Buffer[], isEncoded: boolean): Buffer {
  return withLengths(
    units.filter(
      (unit) => !DROPPED.includes(typeOf(unit)) && !(isEncoded && typeOf(unit) === NAL.sei),
    ),
  );
}
