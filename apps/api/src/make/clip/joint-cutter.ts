import { Injectable } from '@nestjs/common';
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
    const configuration = await configured(source, parts);
    if (configuration === null) {
      return null;
    }
    await write(source, { parts, configuration, path });
    return { path, plan };
  }
}

/** One decoder configuration for all parts; null when their parameter sets conflict. */
async function configured(
  { traits }: PictureSource,
  parts: readonly ClipPart[],
): Promise<Buffer | null> {
  const isH264 = traits.codec_name === 'h264';
  const sets = new ParameterSets();
  for (const { dump, from, pts } of parts) {
    for (let at = from; at < from + pts.length && traits.codec_name !== 'vp9'; at += 1) {
      const packet = await dump.read(at);
      const units = isH264 ? unitsOf(packet) : [];
      units.filter(isSet).forEach((unit) => sets.add(unit));
      // Only IDR frames are safe. After other key frames, references may reach back before them.
      const isBroken = isH264 && at === from && !units.some((unit) => typeOf(unit) === NAL.idr);
      if (isBroken || (!isH264 && !isShown(packet))) {
        return null;
      }
    }
  }
  if (!isH264) {
    return Buffer.alloc(0);
  }
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

async function write(
  { traits, table, shown }: PictureSource,
  {
    parts,
    configuration,
    path,
  }: { parts: readonly ClipPart[]; configuration: Buffer; path: string },
): Promise<void> {
  const { codec_name: codec = '', width = 0, height = 0 } = traits;
  const track = await PictureTrack.create(path);
  try {
    for (const { dump, from, pts, isEncoded } of parts) {
      for (const [index, shownAt] of pts.entries()) {
        const packet = await dump.read(from + index);
        const isKey = dump.packets[from + index]?.isKey ?? false;
        const bytes = codec === 'h264' ? sampleOf(packet, isEncoded) : packet;
        await track.add({ pts: shownAt * table.over, isKey, bytes });
      }
    }
    const coding = CODINGS[codec] ?? '';
    const common = { coding, width, height, aspect: aspectOf(traits), timescale: table.under };
    await track.finish({ ...common, configuration }, shown.end * table.over);
  } finally {
    await track.close();
  }
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
 * A packet as an MP4 sample, without our encoder's SEI messages: they name the encoder, and
 * decoders would apply its workarounds to the copied frames.
 */
function sampleOf(packet: Buffer, isEncoded: boolean): Buffer {
  return withLengths(
    unitsOf(packet).filter(
      (unit) => !DROPPED.includes(typeOf(unit)) && !(isEncoded && typeOf(unit) === NAL.sei),
    ),
  );
}
