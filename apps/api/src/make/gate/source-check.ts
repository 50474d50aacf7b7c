import { stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { Span } from '../../source/client/source-damaged.js';
import { type Probe, probeOfPackets } from '../probe-schema.js';
import { Prober } from '../probe.js';
import { blankPackets, overlapsRun } from './blank-packets.js';
import { type BlankRun, findBlankRuns } from './blank-runs.js';
import { ComplaintFinder } from './complaint-finder.js';
import { isSegmentJoint, isMissedFrame, isOfPictures, isDecodeError } from './complaints.js';
import { missingEnd, zeroedBox } from './container-end.js';
import { damageSpans } from './damage-spans.js';
import { type Decoded, decodesAtOnce, decodesOf, fitsOneProcess } from './decode-plan.js';
import {
  type Complaint,
  type Depth,
  MediaReader,
  type ScanResult,
  type WantedStreams,
} from './media-reader.js';
import { readMadeIndex } from './made-index.js';
import { countTagMisses } from './mp3-tags.js';
import { hasGoodPictures } from './good-pictures.js';
import { filterFor } from './packet-filter.js';
import { type StreamScan, videoOf } from './packet-scan.js';

export interface SourceReport {
  readonly streams: readonly StreamScan[];
  /** Problems with the source's bytes, for the log; empty for an intact source. */
  readonly problems: readonly string[];
  /** The known positions of the damage in the source. */
  readonly damage: readonly Span[];
}

interface CheckOptions {
  readonly wanted: WantedStreams;
  readonly probe: Probe;
  /**
   * How long the task has taken so far, in seconds. A longer task allows for a more thorough check.
   */
  readonly taskSeconds: number;
  /** True if the source was assembled from segments that were checked one by one. */
  readonly isSegmented: boolean;
  /**
   * Complaints from another program that decodes all wanted streams; resolves when that program is
   * done.
   */
  readonly decodedBy?: Promise<readonly Complaint[]>;
  readonly signal: AbortSignal;
}

/** The findings from reading a source while it arrived, which caused no complaints. */
export interface ReadBefore {
  readonly streams: readonly StreamScan[];
  readonly blankRuns: readonly BlankRun[] | null;
  readonly decoded: Decoded;
  /** Whether a few pictures have been decoded (`hasGoodPictures`); never rejects. */
  readonly hasPictures: Promise<boolean>;
}

interface MadeOptions {
  readonly wanted: WantedStreams;
  /** True if ffmpeg has written an index of all packets into the file. */
  readonly isIndexed: boolean;
  readonly signal: AbortSignal;
}

interface MadeFile {
  /** Null if the file is not media. */
  readonly contents: Probe | null;
  /** What is wrong with the file, for the log; null if nothing is. */
  readonly fault: string | null;
}

/** Tolerance in seconds for rounded times. A lost frame is longer: in FLAC, a frame lasts 85 ms. */
const COUNT_SLACK = 0.02;
const MOST_TOLD = 5;

/** Reads every packet of a fetched source, and decodes as much of it as is cheap. */
@Injectable()
export class SourceChecker {
  private readonly finder: ComplaintFinder;

  constructor(
    private readonly reader: MediaReader,
    private readonly prober: Prober,
  ) {
    this.finder = new ComplaintFinder(reader);
  }

  /** @throws DomainError MUXER_MISSING; the signal's reason. */
  async check(path: string, options: CheckOptions): Promise<SourceReport> {
    const [{ streams, complaints }, blank, end, zeroed] = await Promise.all([
      this.looked(path, options),
      findBlankRuns(path, options.signal).then((runs) => this.blankComplaints(path, runs, options)),
      missingEnd(path),
      zeroedBoxes(path),
    ]);
    const located = [...blank, ...complaints, ...zeroed];
    const endings = [end, uncounted(options.probe, streams)].flatMap((text): Complaint[] =>
      text === null ? [] : [{ text, after: lastOf(streams), before: null }],
    );
    return report(streams, [...located, ...endings]);
  }

  /**
   * Checks what could not be checked while the source arrived.
   * @throws DomainError MUXER_MISSING; the signal's reason.
   */
  async checkRest(path: string, before: ReadBefore, options: CheckOptions): Promise<SourceReport> {
    const { streams, blankRuns, decoded, hasPictures } = before;
    const [complaints, blank, end, zeroed] = await Promise.all([
      decoded === 'none' ? this.decode(path, streams, options, await hasPictures) : [],
      this.blankComplaints(path, blankRuns, options),
      missingEnd(path),
      zeroedBoxes(path),
    ]);
    const ending = end === null ? [] : [{ text: end, after: lastOf(streams), before: null }];
    return report(streams, [...blank, ...complaints, ...zeroed, ...ending]);
  }

  /** Reads the packets of a source and decodes it, in a single pass where that is cheap. */
  private async looked(path: string, options: CheckOptions): Promise<ScanResult> {
    const { wanted, signal, isSegmented } = options;
    const atOnce = await this.atOnce(path, options);
    if (atOnce !== null) {
      return atOnce;
    }
    const depth = this.packetDepth(options);
    const { streams, complaints: heard } = await this.finder.read(
      path,
      { wanted, depth, located: false },
      options,
    );
    const broken =
      heard.length === 0
        ? []
        : await this.finder.locate(
            path,
            { wanted, depth },
            { heard, streams, signal, isSegmented },
          );
    // If damage has already been found, decoding is not needed.
    const complaints = broken.length > 0 ? broken : await this.decode(path, streams, options);
    return { streams, complaints };
  }

  /**
   * Reads and decodes in a single pass.
   * @returns null if that is too expensive. Also null after any complaint, because only separate
   *   passes can show what a complaint is about.
   */
  private async atOnce(path: string, options: CheckOptions): Promise<ScanResult | null> {
    const { wanted, probe, taskSeconds, decodedBy } = options;
    const { size: bytes } = await stat(path);
    if (decodedBy !== undefined || !decodesAtOnce({ probe, wanted, bytes, taskSeconds })) {
      return null;
    }
    const { filter } = this.packetDepth(options);
    const checksums = probe.streams.some(({ codec }) => codec === 'flac');
    const depth: Depth = { kind: 'both', filter, checksums };
    const reading = await this.finder.read(path, { wanted, depth, located: false }, options);
    return reading.complaints.length === 0 ? reading : null;
  }

  private async decode(
    path: string,
    streams: readonly StreamScan[],
    options: CheckOptions,
    hasPictures = false,
  ): Promise<Complaint[]> {
    const { signal, isSegmented, decodedBy } = options;
    const { finder } = this;
    const found: Complaint[] = [];
    for (const how of decodesOf(streams, options)) {
      const { depth } = how;
      if (depth.kind === 'pictures') {
        const isIntact =
          hasPictures ||
          (fitsOneProcess(depth.at.length, videoOf(streams)?.pixels ?? 0) &&
            (await hasGoodPictures((as) => finder.read(path, as, options), depth.at)));
        if (!isIntact) {
          const windows = depth.at.map((from) => ({ kind: 'picture', from }) as const);
          found.push(...(await finder.within(path, windows, { ...options, ...how })));
        }
        continue;
      }
      const read = (): Promise<ScanResult> =>
        finder.read(path, { ...how, located: false }, options);
      const complaints = await (decodedBy === undefined
        ? read().then((reading) => reading.complaints)
        : this.decoderComplaints(decodedBy, options));
      const heard = await this.withoutTagComplaints(path, complaints, { streams, signal });
      if (heard.length > 0) {
        found.push(...(await finder.locate(path, how, { heard, streams, signal, isSegmented })));
      }
    }
    return found;
  }

  /**
   * Awaits the complaints of the program that decodes the streams, and filters them like our own.
   */
  private async decoderComplaints(
    decodedBy: Promise<readonly Complaint[]>,
    { wanted, isSegmented }: CheckOptions,
  ): Promise<readonly Complaint[]> {
    const complaints = await decodedBy;
    return complaints.filter(
      ({ text }) =>
        !(isSegmented && isSegmentJoint(text)) && (wanted.includes('video') || !isOfPictures(text)),
    );
  }

  /** Drops an MP3 decoder's complaints about tags in the middle of stitched podcasts. */
  private async withoutTagComplaints(
    path: string,
    complaints: readonly Complaint[],
    { streams, signal }: { streams: readonly StreamScan[]; signal: AbortSignal },
  ): Promise<readonly Complaint[]> {
    const isMp3 = streams.some(({ codec }) => codec === 'mp3');
    const misses = complaints.filter(({ text }) => isMissedFrame(text));
    return isMp3 &&
      misses.length > 0 &&
      complaints.every(({ text }) => isMissedFrame(text) || isDecodeError(text)) &&
      misses.length <= (await countTagMisses(path, signal))
      ? []
      : complaints;
  }

  /**
   * Reads the contents of a finished file whose sources have been checked: from the index that
   * ffmpeg wrote into it, or from all packets if there is no index.
   * @throws DomainError MUXER_MISSING; the signal's reason.
   */
  async readMade(path: string, { wanted, isIndexed, signal }: MadeOptions): Promise<MadeFile> {
    if (isIndexed) {
      const [{ contents, fault }, end] = await Promise.all([readMadeIndex(path), missingEnd(path)]);
      return { contents, fault: fault ?? end };
    }
    const depth = { kind: 'packets', filter: null } as const;
    const how = { wanted, depth, located: false };
    const { streams, complaints } = await this.reader.read(path, how, signal);
    return { contents: probeOfPackets(streams), fault: complaints[0]?.text ?? null };
  }

  private async blankComplaints(
    path: string,
    runs: readonly BlankRun[] | null,
    { probe, signal }: CheckOptions,
  ): Promise<Complaint[]> {
    if (runs === null || runs.length === 0) {
      return [];
    }
    const codec = (type: 'video' | 'audio'): string | null =>
      probe.streams.find((stream) => stream.type === type)?.codec ?? null;
    const packets = await this.prober.packets(path, (packet) => overlapsRun(packet, runs), signal);
    const codecs = { video: codec('video'), audio: codec('audio') };
    return blankPackets(packets, runs, codecs).map(({ type, shown }) => ({
      text: `zeros in ${type}`,
      after: shown,
      before: shown,
    }));
  }

  private packetDepth({ wanted, probe }: CheckOptions): Extract<Depth, { kind: 'packets' }> {
    return { kind: 'packets', filter: filterFor(probe, wanted) };
  }
}

function report(streams: readonly StreamScan[], complaints: readonly Complaint[]): SourceReport {
  return {
    streams,
    problems: complaints.slice(0, MOST_TOLD).map(({ text }) => text),
    damage: fromStart(damageSpans(complaints, videoOf(streams)?.keys ?? []), streams),
  };
}

/**
 * Makes times relative to the first packet. Players count from its timestamp, which is 1.4 s or
 * even hours in a transport stream.
 */
function fromStart(spans: readonly Span[], streams: readonly StreamScan[]): Span[] {
  const start = streams.length === 0 ? 0 : Math.min(...streams.map((stream) => stream.start));
  const since = (time: number): number => Math.max(0, time - start);
  return spans.map(({ from, to }) => ({ from: since(from), to: since(to) }));
}

/**
 * Detects frames that decoders skipped silently because they were unreadable. The stream then has
 * gaps, or fewer samples than its header declares.
 */
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
  return sound.jumps > 0 ? `the audio jumps ${sound.jumps} times` : null;
}

/** A complaint about a fragment that cannot be read. Nobody knows when it would have played. */
async function zeroedBoxes(path: string): Promise<Complaint[]> {
  const text = await zeroedBox(path);
  return text === null ? [] : [{ text, after: 0, before: null }];
}

function lastOf(streams: readonly StreamScan[]): number | null {
  return streams.length === 0 ? null : Math.max(...streams.map(({ end }) => end));
}
