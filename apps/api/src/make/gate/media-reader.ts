import { stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../infra/errors/domain-error.js';
import { BACKGROUND_NICENESS } from '../../infra/process/lower-priority.js';
import { ProcessError } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { LOCAL_ONLY } from '../local-inputs.js';
import { OutputLines } from '../output/output-lines.js';
import { runMediaProgram } from '../run-media-program.js';
import { isComplaint, isOfPictures, isShortOfMemory } from './complaints.js';
import { PacketReader, type StreamScan } from './packet-scan.js';

/** The streams to read from a file; others are ignored. */
export type WantedStreams = readonly ('video' | 'audio')[];

export type Depth =
  /** Reads packets through a filter that parses them without decoding. */
  | { readonly kind: 'packets'; readonly filter: string | null }
  /** Reads packets through the filter and, in the same run, decodes everything in them. */
  | { readonly kind: 'both'; readonly filter: string | null; readonly checksums: boolean }
  | {
      readonly kind: 'decode';
      readonly keysOnly: boolean;
      /** True to verify FLAC's frame checksums, which decoders ignore by default. */
      readonly checksums: boolean;
    }
  | Window
  /**
   * At each of these times, decodes the key frame there or the one before it, and skips pictures
   * that depend on others. The result lists the pictures as packets, in one stream for each time.
   */
  | { readonly kind: 'pictures'; readonly at: readonly number[] };

/** Decodes only part of the file. */
export type Window =
  /** From the key frame before `from` to the first frame at or after `to`, which may be Infinity. */
  | { readonly kind: 'span'; readonly from: number; readonly to: number }
  /** Only the key frame at `from` or the one before it, even if it depends on other pictures. */
  | { readonly kind: 'picture'; readonly from: number };

export interface ScanResult {
  readonly streams: readonly StreamScan[];
  readonly complaints: readonly Complaint[];
}

export interface Complaint {
  readonly text: string;
  /**
   * Presentation times in seconds of the packets read just before and just after the complaint;
   * null when unknown.
   */
  readonly after: number | null;
  readonly before: number | null;
}

/** Complaints about a file beyond this number are ignored. */
const MOST_COMPLAINTS = 2000;
/**
 * Wall-clock limits, which keep a stuck process from blocking a task forever. They are many times
 * the usual duration (0.3 s for 600 MB from memory), because other tasks may keep the machine busy.
 */
const DEADLINE = { leastMs: 45_000, bytesPerMs: 10_000, decodeMs: 60_000 };
/**
 * Limit on the processor time of a read that also decodes, in seconds. The read was estimated to be
 * cheap, but a file may contain more than its header declares.
 */
const AT_ONCE_SECONDS = 20;
const BOUNDS = { memoryKb: 1024 * 1024, cpuSeconds: 300, fileBytes: 0 };
/** A duration in seconds that is shorter than any frame. */
const ONE_PICTURE = 0.001;
/**
 * Number of decoder threads. By default, ffmpeg uses one per processor and keeps frames for each;
 * with nine threads, 8K HEVC exceeds the memory limit (with two, it takes 510 MB).
 */
export const THREADS = 2;

/** Reads media with ffmpeg to check that it is intact. */
@Injectable()
export class MediaReader {
  constructor(private readonly programs: ProgramsService) {}

  /**
   * Reads the streams of a local file from start to end.
   * @param located true to give complaints a time, which is slower; otherwise their times are null.
   * @returns the streams and complaints. Running out of time or memory while decoding is not a
   *   complaint, except with `both`, because packets are then missing.
   * @throws DomainError MUXER_MISSING, or MERGE_FAILED if reading packets takes far too long; the
   *   signal's reason.
   */
  async read(
    path: string,
    { wanted, depth, located }: { wanted: WantedStreams; depth: Depth; located: boolean },
    signal: AbortSignal,
  ): Promise<ScanResult> {
    const listener = new Listener(wanted);
    try {
      await runMediaProgram(this.programs, 'ffmpeg', argvOf(path, { wanted, depth, located }), {
        timeoutMs: await this.deadlineMs(path, depth, located),
        // `both` is used for short files, where the check is most of the visitor's wait. It
        // therefore gets normal priority.
        niceness: depth.kind === 'both' ? 0 : BACKGROUND_NICENESS,
        signal,
        bounds: depth.kind === 'both' ? { ...BOUNDS, cpuSeconds: AT_ONCE_SECONDS } : BOUNDS,
        // The output has one line per packet, so an hour of video and audio would exceed any limit.
        maxOutputBytes: Infinity,
        onOutput: (chunk) => listener.packets.push(chunk),
        onError: (chunk) => listener.hear(chunk),
      });
    } catch (error) {
      if (!(error instanceof ProcessError)) {
        throw error;
      }
      const isOutOfTime = error.reason === 'timeout' || isEndedByLimit(error);
      if (isOutOfTime && depth.kind === 'packets') {
        throw new DomainError('MERGE_FAILED', { cause: error });
      }
      if (!isOutOfTime || depth.kind === 'both') {
        listener.complain(`reading ended: ${error.message}`);
      }
    }
    const reading = listener.result();
    const isUndecided =
      depth.kind !== 'packets' &&
      depth.kind !== 'both' &&
      reading.complaints.some(({ text }) => isShortOfMemory(text));
    return isUndecided ? { ...reading, complaints: [] } : reading;
  }

  private async deadlineMs(path: string, { kind }: Depth, located: boolean): Promise<number> {
    const { size } = await stat(path);
    const ms = DEADLINE.leastMs + size / DEADLINE.bytesPerMs;
    return (kind === 'packets' ? ms : ms + DEADLINE.decodeMs) * (located ? 2 : 1);
  }
}

/**
 * Whether the kernel ended the program because its processor time (or the machine's memory) ran out.
 * A decoder that crashes ends by other signals.
 */
function isEndedByLimit({ reason, endedBy }: ProcessError): boolean {
  return reason === 'exit' && (endedBy === 'SIGKILL' || endedBy === 'SIGXCPU');
}

/**
 * ffmpeg's arguments for a read. Packets are written to standard output, or to standard error among
 * the complaints if `located`.
 */
export function argvOf(
  path: string,
  { wanted, depth, located }: { wanted: WantedStreams; depth: Depth; located: boolean },
): string[] {
  const decodes = depth.kind !== 'packets';
  const input = (before: readonly string[]): string[] => [
    // Messages and packets stay in order only with a single thread.
    ...(decodes ? ['-threads', String(located ? 1 : THREADS)] : []),
    // The loop filter only smooths the picture, which is not shown here. Skipping it saves a sixth
    // of the time and hides no damage.
    ...(decodes && wanted.includes('video') ? ['-skip_loop_filter:v', 'all'] : []),
    ...before,
    ...LOCAL_ONLY,
    '-i',
    `file:${path}`,
  ];
  const inputs = optionsOf(depth).map(input);
  const maps = inputs.flatMap((_, index) =>
    wanted.flatMap((type) => ['-map', `${index}:${type === 'video' ? 'V' : 'a'}:0?`]),
  );
  const head = [
    '-nostdin',
    '-nostats',
    '-hide_banner',
    '-v',
    'level+info',
    '-copyts',
    ...inputs.flat(),
  ];
  if (depth.kind === 'both') {
    return [...head, ...maps, ...copied(depth.filter), 'pipe:1', ...maps, '-f', 'null', '-'];
  }
  const lists = located || depth.kind === 'packets' || depth.kind === 'pictures';
  return [
    ...head,
    ...maps,
    ...(depth.kind === 'span' ? endingAt(depth.to, wanted) : []),
    ...(depth.kind === 'packets' ? copied(depth.filter) : ['-f', lists ? 'framecrc' : 'null']),
    ...(located ? ['-flush_packets', '1', 'pipe:2'] : [lists ? 'pipe:1' : '-']),
  ];
}

/** The options of each input. The file is opened once for each place that is decoded. */
function optionsOf(depth: Depth): string[][] {
  switch (depth.kind) {
    case 'span':
      return [seekTo(depth.from)];
    case 'picture':
      return [pictureAt(depth.from)];
    case 'pictures':
      // A seek may end a whole GOP before the wanted time.
      return depth.at.map((time) => ['-skip_frame:v', 'nointra', ...pictureAt(time)]);
    case 'decode':
      return [
        [
          ...(depth.keysOnly ? ['-skip_frame:v', 'nokey'] : []),
          ...(depth.checksums ? ['-err_detect:a', 'crccheck'] : []),
        ],
      ];
    case 'both':
      return [depth.checksums ? ['-err_detect:a', 'crccheck'] : []];
    case 'packets':
      return [[]];
  }
}

function copied(filter: string | null): string[] {
  const bsf = filter === null ? [] : ['-bsf:v', filter];
  return ['-c', 'copy', '-copyinkf', ...bsf, '-f', 'framecrc'];
}

/** @param time a timestamp; without `-seek_timestamp`, ffmpeg would count from the first one. */
function seekTo(time: number): string[] {
  return ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', time.toFixed(6)];
}

/** After such a seek, `-t` counts from the first decoded frame, which is a key frame. */
function pictureAt(time: number): string[] {
  return [...seekTo(time), '-t', String(ONE_PICTURE)];
}

/** Filters that end the streams at a timestamp, so that ffmpeg stops reading. */
function endingAt(time: number, wanted: WantedStreams): string[] {
  return time === Infinity
    ? []
    : wanted.flatMap((type) => {
        const [option, a] = type === 'video' ? ['-filter:v', ''] : ['-filter:a', 'a'];
        // `trim` would also end at a frame without a time.
        return [option, `${a}select=not(isnan(t)),${a}trim=end=${time.toFixed(6)}`];
      });
}

/** Collects complaints, and packets if they are in the same output. */
class Listener {
  readonly packets = new PacketReader();
  private readonly complaints: { text: string; after: number | null; before: number | null }[] = [];
  private readonly lines = new OutputLines('log');
  private openEnds = 0;

  constructor(private readonly wanted: WantedStreams) {}

  hear(chunk: Buffer): void {
    this.lines.push(chunk).forEach((line) => this.line(line));
  }

  complain(text: string): void {
    if (this.complaints.length < MOST_COMPLAINTS) {
      this.complaints.push({ text, after: this.packets.shown, before: null });
    }
  }

  result(): ScanResult {
    this.line(this.lines.unfinished);
    return { streams: this.packets.result(), complaints: this.complaints };
  }

  private line(line: string): void {
    if (/^(#|\d+,)/.test(line)) {
      this.packets.read(line);
      for (; this.openEnds < this.complaints.length; this.openEnds += 1) {
        const complaint = this.complaints[this.openEnds];
        if (complaint !== undefined) {
          complaint.before = this.packets.shown;
        }
      }
    } else if (isComplaint(line) && (this.wanted.includes('video') || !isOfPictures(line))) {
      this.complain(line);
    }
  }
}
