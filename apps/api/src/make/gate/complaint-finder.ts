import PQueue from 'p-queue';
import { isSegmentJoint } from './complaints.js';
import { damageSpans, withoutBeginning } from './damage-spans.js';
import type {
  Complaint,
  Depth,
  MediaReader,
  ScanResult,
  WantedStreams,
  Window,
} from './media-reader.js';
import { type StreamScan, videoOf } from './packet-scan.js';

interface Reads {
  /** True if the source was assembled from segments that were checked one by one. */
  readonly isSegmented: boolean;
  readonly signal: AbortSignal;
}

interface Heard extends Reads {
  readonly heard: readonly Complaint[];
  readonly streams: readonly StreamScan[];
}

/**
 * Codecs whose filters may reject valid data that they don't know, such as new kinds of metadata.
 */
const UNSURE = ['av1', 'vp9'];
const WINDOWS_AT_ONCE = 2;
/** Maximum number of windows decoded to confirm a filter's complaints. */
const MOST_WINDOWS = 4;
/**
 * Maximum length of such a window in seconds. A filter that does not know some metadata complains at
 * every key frame, so that a single span covers the whole film.
 */
const WINDOW_SECONDS = 30;

/** Reads a source for complaints, and again to find out what they are about. */
export class ComplaintFinder {
  constructor(private readonly reader: Pick<MediaReader, 'read'>) {}

  /**
   * @returns what the reader found, without complaints that segments cause where they meet
   * @throws DomainError MUXER_MISSING; the signal's reason
   */
  async read(
    path: string,
    how: Parameters<MediaReader['read']>[1],
    { isSegmented, signal }: Reads,
  ): Promise<ScanResult> {
    const reading = await this.reader.read(path, how, signal);
    const complaints = isSegmented
      ? reading.complaints.filter(({ text }) => !isSegmentJoint(text))
      : reading.complaints;
    return { ...reading, complaints };
  }

  /**
   * Reads the source again, more slowly, to find out when the complaints occur.
   * @returns none if the decoder contradicts a filter
   * @throws DomainError MUXER_MISSING; the signal's reason
   */
  async locate(
    path: string,
    how: { readonly wanted: WantedStreams; readonly depth: Depth },
    { heard, streams, ...reads }: Heard,
  ): Promise<Complaint[]> {
    const { wanted, depth } = how;
    const video = videoOf(streams);
    const isInsideGop = video !== undefined && video.leading > 0;
    const found: Complaint[] = [];
    const known: Complaint[] = [];
    // The beginning of a recording is judged differently for each stream.
    for (const stream of isInsideGop
      ? streams.filter(({ type }) => wanted.includes(type))
      : [null]) {
      const types = stream === null ? wanted : [stream.type];
      const { complaints } = await this.read(path, { wanted: types, depth, located: true }, reads);
      found.push(...complaints);
      known.push(...(stream === null ? complaints : withoutBeginning(complaints, stream)));
    }
    if (found.length === 0) {
      // Complaints that occur only with several threads are damage too, but their times are
      // unknown.
      return [...heard];
    }
    return depth.kind === 'packets' && video !== undefined && UNSURE.includes(video.codec)
      ? this.confirmed(path, known, { video, ...reads })
      : known;
  }

  /**
   * Drops the complaints of a filter that does not know its whole codec, unless the decoder
   * confirms them.
   */
  private async confirmed(
    path: string,
    complaints: readonly Complaint[],
    { video, ...reads }: Reads & { readonly video: StreamScan },
  ): Promise<Complaint[]> {
    const windows = damageSpans(complaints, video.keys)
      .slice(0, MOST_WINDOWS)
      .map(({ from, to }): Window => {
        return { kind: 'span', from, to: Math.min(to, from + WINDOW_SECONDS) };
      });
    const heard = await this.within(path, windows, { ...reads, wanted: ['video'] });
    return heard.length > 0 || windows.length === 0 ? [...complaints] : [];
  }

  /** Decodes two windows at a time. More decoders of 8K video don't fit into memory. */
  async within(
    path: string,
    windows: readonly Window[],
    { wanted, ...reads }: Reads & { readonly wanted: WantedStreams },
  ): Promise<Complaint[]> {
    const queue = new PQueue({ concurrency: WINDOWS_AT_ONCE });
    const found = await queue.addAll(
      windows.map((depth) => async (): Promise<Complaint[]> => {
        const { complaints } = await this.read(path, { wanted, depth, located: false }, reads);
        return complaints.map(({ text }) => ({ text, after: depth.from, before: depth.from }));
      }),
    );
    return found.flat();
  }
}
