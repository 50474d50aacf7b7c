import { stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import PQueue from 'p-queue';
import type { Span } from '../../source/source-damaged.js';
import type { Probe } from '../probe-schema.js';
import { Prober } from '../probe.js';
import { blankPackets, meets } from './blank-packets.js';
import { findBlankRuns } from './blank-runs.js';
import { isJoint, isMissedFrame, isOfCover, isUndecoded } from './complaints.js';
import { missingEnd } from './container-end.js';
import { afterLeading, damageSpans } from './damage-spans.js';
import { decodePlan, decodesAtOnce } from './decode-plan.js';
import {
  type Complaint,
  type Depth,
  MediaReader,
  type Reading,
  type Wanted,
} from './media-reader.js';
import { missesOfTags } from './mp3-tags.js';
import type { StreamScan } from './packet-scan.js';

/** What a source turned out to be. */
export interface SourceReport {
  readonly streams: readonly StreamScan[];
  /** What is wrong with its bytes, for the log; empty when nothing is. */
  readonly problems: readonly string[];
  /** Where, as far as that can be told. */
  readonly damage: readonly Span[];
}

interface CheckOptions {
  /** The streams that go into the file. */
  readonly wanted: Wanted;
  readonly probe: Probe;
  /** How long the task has taken so far, seconds: more time pays for a closer look. */
  readonly taskSeconds: number;
  /** It was put together of segments, which were looked into one by one. */
  readonly isSegmented: boolean;
  /** What is said by another program that decodes all of the wanted streams, once it is done with them. */
  readonly decodedBy?: Promise<readonly Complaint[]>;
  readonly signal: AbortSignal;
}

/** What each reading of a source goes by. */
type Reads = Pick<CheckOptions, 'isSegmented' | 'signal'>;

/**
 * Filters of ffmpeg that take packets apart without decoding: lengths of NAL units, headers of
 * OBUs and of VP9 frames. All are silent on good files (measured: ffmpeg 5.1).
 */
const FILTERS: Readonly<Record<string, string>> = {
  h264: 'h264_mp4toannexb',
  hevc: 'hevc_mp4toannexb',
  vp9: 'vp9_metadata',
  av1: 'av1_metadata',
};
/** Codecs whose filter refuses what it has not heard of, like new kinds of metadata. */
const UNSURE = ['av1', 'vp9'];
const WINDOWS_AT_ONCE = 2;
/** Stretches that are decoded to confirm what a filter says. */
const MOST_WINDOWS = 4;
/** Rounding of times, seconds; a frame of FLAC lasts 85 ms. */
const COUNT_SLACK = 0.02;
/** Problems that are logged. */
const MOST_TOLD = 5;

/** What a first reading has said, and of which streams. */
interface Heard extends Reads {
  readonly heard: readonly Complaint[];
  readonly streams: readonly StreamScan[];
}

/** Looks at every packet of a fetched source, and decodes as much of it as costs little. */
@Injectable()
export class SourceChecker {
  constructor(
    private readonly reader: MediaReader,
    private readonly prober: Prober,
  ) {}

  /** @throws DomainError MUXER_MISSING, or the reason of the signal */
  async check(path: string, options: CheckOptions): Promise<SourceReport> {
    const [{ streams, complaints }, blank, end] = await Promise.all([
      this.looked(path, options),
      this.blankComplaints(path, options),
      missingEnd(path),
    ]);
    const located = [...blank, ...complaints];
    const endings = [end, uncounted(options.probe, streams)].flatMap((text): Complaint[] =>
      text === null ? [] : [{ text, after: lastOf(streams), before: null }],
    );
    return report(streams, [...located, ...endings]);
  }

  /** Reads the packets of a source, and what is decoded of it: both at once where that is little. */
  private async looked(path: string, options: CheckOptions): Promise<Reading> {
    const { wanted, signal, isSegmented } = options;
    const atOnce = await this.atOnce(path, options);
    if (atOnce !== null) {
      return atOnce;
    }
    const depth = this.packetDepth(options);
    const { streams, complaints: heard } = await this.read(
      path,
      { wanted, depth, located: false },
      options,
    );
    const broken =
      heard.length === 0
        ? []
        : await this.locate(path, { wanted, depth }, { heard, streams, signal, isSegmented });
    // What is broken already need not be decoded to know it.
    const complaints = broken.length > 0 ? broken : await this.decode(path, streams, options);
    return { streams, complaints };
  }

  /** @returns null where that is not affordable, or something was heard: only one after the other tells what it is. */
  private async atOnce(path: string, options: CheckOptions): Promise<Reading | null> {
    const { wanted, probe, taskSeconds, decodedBy } = options;
    const { size: bytes } = await stat(path);
    if (decodedBy !== undefined || !decodesAtOnce({ probe, wanted, bytes, taskSeconds })) {
      return null;
    }
    const { filter } = this.packetDepth(options);
    const checksums = probe.streams.some(({ codec }) => codec === 'flac');
    const depth: Depth = { kind: 'both', filter, checksums };
    const reading = await this.read(path, { wanted, depth, located: false }, options);
    return reading.complaints.length === 0 ? reading : null;
  }

  private async decode(
    path: string,
    streams: readonly StreamScan[],
    options: CheckOptions,
  ): Promise<Complaint[]> {
    const { signal, isSegmented, decodedBy } = options;
    const found: Complaint[] = [];
    for (const how of decodesOf(streams, options)) {
      if (how.depth.kind === 'windows') {
        found.push(...(await this.complaintsWithin(path, how.depth.spans, { ...options, ...how })));
        continue;
      }
      const complaints = await (decodedBy === undefined
        ? this.read(path, { ...how, located: false }, options).then((reading) => reading.complaints)
        : this.heardBy(decodedBy, options));
      const heard = await this.besidesTags(path, complaints, { streams, signal });
      if (heard.length > 0) {
        found.push(...(await this.locate(path, how, { heard, streams, signal, isSegmented })));
      }
    }
    return found;
  }

  /** What another program says, but for what we would not listen to either. */
  private async heardBy(
    decodedBy: Promise<readonly Complaint[]>,
    { wanted, isSegmented }: CheckOptions,
  ): Promise<readonly Complaint[]> {
    const complaints = await decodedBy;
    return complaints.filter(
      ({ text }) =>
        !(isSegmented && isJoint(text)) && (wanted.includes('video') || !isOfCover(text)),
    );
  }

  /** Leaves out what a decoder of MP3 says of tags in the middle of stitched podcasts. */
  private async besidesTags(
    path: string,
    complaints: readonly Complaint[],
    { streams, signal }: { streams: readonly StreamScan[]; signal: AbortSignal },
  ): Promise<readonly Complaint[]> {
    const isMp3 = streams.some(({ codec }) => codec === 'mp3');
    const misses = complaints.filter(({ text }) => isMissedFrame(text));
    return isMp3 &&
      misses.length > 0 &&
      complaints.every(({ text }) => isMissedFrame(text) || isUndecoded(text)) &&
      misses.length <= (await missesOfTags(path, signal))
      ? []
      : complaints;
  }

  /**
   * Reads the packets of a file of ours, whose sources have been checked.
   * @throws DomainError MUXER_MISSING, or the reason of the signal
   */
  readMade(path: string, wanted: Wanted, signal: AbortSignal): Promise<Reading> {
    const depth = { kind: 'packets', filter: null } as const;
    return this.reader.read(path, { wanted, depth, located: false }, signal);
  }

  private async read(
    path: string,
    how: Parameters<MediaReader['read']>[1],
    { isSegmented, signal }: Reads,
  ): Promise<Reading> {
    const reading = await this.reader.read(path, how, signal);
    const complaints = isSegmented
      ? reading.complaints.filter(({ text }) => !isJoint(text))
      : reading.complaints;
    return { ...reading, complaints };
  }

  /** Reads once more, slower, to know where the complaints belong. */
  private async locate(
    path: string,
    how: { readonly wanted: Wanted; readonly depth: Depth },
    { heard, streams, ...reads }: Heard,
  ): Promise<Complaint[]> {
    const { depth } = how;
    const { complaints } = await this.read(path, { ...how, located: true }, reads);
    const video = videoOf(streams);
    if (video === undefined || complaints.length === 0) {
      // What only several threads run into is damage all the same, wherever it is.
      return [...(complaints.length === 0 ? heard : complaints)];
    }
    const known = afterLeading(complaints, video);
    return depth.kind === 'packets' && UNSURE.includes(video.codec)
      ? this.confirmed(path, known, { video, ...reads })
      : known;
  }

  /** Leaves out what a filter says that does not know all of its codec: the decoder has the last word. */
  private async confirmed(
    path: string,
    complaints: readonly Complaint[],
    { video, ...reads }: Reads & { readonly video: StreamScan },
  ): Promise<Complaint[]> {
    const spans = damageSpans(complaints, video.keys).slice(0, MOST_WINDOWS);
    const heard = await this.complaintsWithin(path, spans, { ...reads, wanted: ['video'] });
    return heard.length > 0 || spans.length === 0 ? [...complaints] : [];
  }

  /** Decodes stretches, two at a time: more decoders of 8K do not fit into memory together. */
  private async complaintsWithin(
    path: string,
    spans: readonly Span[],
    { wanted, ...reads }: Reads & { readonly wanted: Wanted },
  ): Promise<Complaint[]> {
    const windows = new PQueue({ concurrency: WINDOWS_AT_ONCE });
    const found = await windows.addAll(
      spans.map((span) => async (): Promise<Complaint[]> => {
        const depth: Depth = { kind: 'windows', spans: [span] };
        const { complaints } = await this.read(path, { wanted, depth, located: false }, reads);
        return complaints.map(({ text }) => ({ text, after: span.from, before: span.from }));
      }),
    );
    return found.flat();
  }

  private async blankComplaints(
    path: string,
    { probe, signal }: CheckOptions,
  ): Promise<Complaint[]> {
    const runs = await findBlankRuns(path, signal);
    if (runs === null || runs.length === 0) {
      return [];
    }
    const codec = (type: 'video' | 'audio'): string | null =>
      probe.streams.find((stream) => stream.type === type)?.codec ?? null;
    const packets = await this.prober.packets(path, (packet) => meets(packet, runs), signal);
    const codecs = { video: codec('video'), audio: codec('audio') };
    return blankPackets(packets, runs, codecs).map(({ type, shown }) => ({
      text: `zeros in ${type}`,
      after: shown,
      before: shown,
    }));
  }

  private packetDepth({ wanted, probe }: CheckOptions): Extract<Depth, { kind: 'packets' }> {
    const codec = probe.streams.find(({ type }) => type === 'video')?.codec;
    const isWanted = wanted.includes('video') && codec !== undefined;
    return { kind: 'packets', filter: isWanted ? (FILTERS[codec] ?? null) : null };
  }
}

/** The decoding passes over a file: one where the same depth does for picture and sound. */
function decodesOf(
  streams: readonly StreamScan[],
  { taskSeconds, decodedBy, wanted }: Pick<CheckOptions, 'taskSeconds' | 'decodedBy' | 'wanted'>,
): { wanted: Wanted; depth: Depth }[] {
  const { audio, video } = decodePlan(streams, taskSeconds);
  const sound = streams.find(({ type }) => type === 'audio');
  const whole: Depth = { kind: 'decode', keysOnly: false, checksums: sound?.codec === 'flac' };
  if (decodedBy !== undefined) {
    return [{ wanted, depth: whole }];
  }
  if (audio && video?.kind === 'decode' && !video.keysOnly) {
    return [{ wanted: ['video', 'audio'], depth: whole }];
  }
  return [
    ...(audio ? [{ wanted: ['audio'] as const, depth: whole }] : []),
    ...(video === null ? [] : [{ wanted: ['video'] as const, depth: video }]),
  ];
}

function report(streams: readonly StreamScan[], complaints: readonly Complaint[]): SourceReport {
  return {
    streams,
    problems: complaints.slice(0, MOST_TOLD).map(({ text }) => text),
    damage: fromStart(damageSpans(complaints, videoOf(streams)?.keys ?? []), streams),
  };
}

/** Players count from the first packet on, whatever time a source gives it (TS: 1.4 s or hours). */
function fromStart(spans: readonly Span[], streams: readonly StreamScan[]): Span[] {
  const start = streams.length === 0 ? 0 : Math.min(...streams.map((stream) => stream.start));
  const since = (time: number): number => Math.max(0, time - start);
  return spans.map(({ from, to }) => ({ from: since(from), to: since(to) }));
}

function videoOf(streams: readonly StreamScan[]): StreamScan | undefined {
  return streams.find(({ type }) => type === 'video');
}

/** Frames that cannot be read are passed over in silence: fewer samples come out than the head counts, or in jumps. */
function uncounted(
  { isCounted, durationSeconds }: Probe,
  streams: readonly StreamScan[],
): string | null {
  const sound = streams.find(({ type }) => type === 'audio');
  if (!isCounted || durationSeconds === null || sound === undefined) {
    return null;
  }
  const missing = durationSeconds - (sound.end - sound.start);
  if (missing > COUNT_SLACK) {
    return `${missing} s of samples are missing`;
  }
  return sound.jumps > 0 ? `the sound jumps ${sound.jumps} times` : null;
}

function lastOf(streams: readonly StreamScan[]): number | null {
  return streams.length === 0 ? null : Math.max(...streams.map(({ end }) => end));
}
