import { type SegmentBytes, windows } from '../segment-bytes.js';
import { MalformedSegment, segmentReport, type SegmentReport } from '../segment-report.js';
import { TS_WRAP_SECONDS } from '../ts-clock.js';
import {
  isMediaStream,
  type Program,
  programPids,
  ProgramTables,
  type TableStream,
} from './ts-program.js';
import { TsTrack } from './ts-track.js';

export const TS_PACKET = 188;
export const TS_SYNC = 0x47;
const NULL_PID = 0x1fff;
const PIDS = 0x2000;
/** Maximum number of streams, because each takes up memory. Real recordings have fewer. */
const MOST_STREAMS = 64;

/** Whether a segment starts like a transport stream. */
export function isTransportStream(head: Buffer): boolean {
  return head[0] === TS_SYNC && (head.length <= TS_PACKET || head[TS_PACKET] === TS_SYNC);
}

/**
 * Reads all packets of a transport stream (ISO 13818-1) and checks sync bytes, continuity and
 * timestamps.
 * @param known the streams from earlier segments, in case this segment doesn't name them.
 * @returns the report, and the streams for later segments.
 * @throws MalformedSegment.
 */
export async function readTransportStream(
  bytes: SegmentBytes,
  known: Program | null,
): Promise<{ report: SegmentReport; program: Program }> {
  const reader = new PacketReader(known);
  for await (const { at, window } of windows(bytes, {
    start: 0,
    end: bytes.size,
    step: TS_PACKET,
  })) {
    reader.read(window, at);
  }
  return reader.end();
}

class PacketReader {
  /** Continuity counters by PID; -1 before the first packet with a payload. */
  private readonly last = new Int8Array(PIDS).fill(-1);
  private readonly first = new Int8Array(PIDS).fill(-1);
  private readonly repeated = new Uint8Array(PIDS);
  /** Number of PATs that had been read when each PID's last packet arrived. */
  private readonly patsSeen = new Uint32Array(PIDS);
  private pats = 0;
  /** The program tables by their PIDs. */
  private readonly tables = new Map<number, ProgramTables>();
  private readonly tracks = new Map<number, TsTrack>();
  private program: Program | null = null;
  /**
   * The first gap in each PID's continuity. All are kept, because the PIDs of the streams may
   * become known later.
   */
  private readonly gaps = new Map<number, number>();

  constructor(known: Program | null) {
    if (known !== null) {
      this.take(known);
      this.program = known;
    }
  }

  /** @param offset position of the packets in the segment, for error messages. */
  read(packets: Buffer, offset: number): void {
    const whole = packets.length - (packets.length % TS_PACKET);
    for (let at = 0; at < whole; at += TS_PACKET) {
      this.readPacket(packets, at, offset);
    }
    if (whole < packets.length) {
      throw new MalformedSegment(`its last packet is truncated at ${offset + packets.length}`);
    }
  }

  private readPacket(packets: Buffer, at: number, offset: number): void {
    const second = packets[at + 1] as number;
    if (packets[at] !== TS_SYNC || (second & 0x80) !== 0) {
      throw new MalformedSegment(`no whole transport packet at ${offset + at}`);
    }
    const pid = ((second & 0x1f) << 8) | (packets[at + 2] as number);
    if (pid === NULL_PID) {
      return;
    }
    const fourth = packets[at + 3] as number;
    const [hasAdaptation, hasPayload] = [(fourth & 0x20) !== 0, (fourth & 0x10) !== 0];
    const adaptation = hasAdaptation ? 1 + (packets[at + 4] as number) : 0;
    if (adaptation > TS_PACKET - 4 || !(hasAdaptation || hasPayload)) {
      throw new MalformedSegment(`a packet without contents at ${offset + at}`);
    }
    const isStart = (second & 0x40) !== 0;
    const isNew = adaptation > 1 && ((packets[at + 5] as number) & 0x80) !== 0;
    if (!hasPayload || !this.advance(pid, fourth & 15, { isStart, isNew, at: offset + at })) {
      return;
    }
    this.takePayload(packets.subarray(at + 4 + adaptation, at + TS_PACKET), {
      pid,
      isStart,
      isScrambled: (fourth & 0xc0) !== 0,
    });
  }

  /** @returns false for a duplicate packet, which the standard allows once. */
  private advance(
    pid: number,
    counter: number,
    { isStart, isNew, at }: { isStart: boolean; isNew: boolean; at: number },
  ): boolean {
    // Count duplicates as well, because a restarted muxer also numbers its tables from zero.
    this.pats += pid === 0 ? 1 : 0;
    const last = this.last[pid] as number;
    if (counter === last && !isNew && this.repeated[pid] === 0) {
      this.repeated[pid] = 1;
      return false;
    }
    this.repeated[pid] = 0;
    this.last[pid] = counter;
    if (last === -1) {
      this.first[pid] = counter;
    } else if (!isNew && counter !== ((last + 1) & 15)) {
      this.tables.get(pid)?.reset();
      // In a segment that was joined from several, counters restart after new tables.
      const isRestart = counter === 0 && isStart && this.patsSeen[pid] !== this.pats;
      if (!isRestart && !this.gaps.has(pid)) {
        this.gaps.set(pid, at);
      }
    }
    this.patsSeen[pid] = this.pats;
    return true;
  }

  private takePayload(
    payload: Buffer,
    { pid, isStart, isScrambled }: { pid: number; isStart: boolean; isScrambled: boolean },
  ): void {
    if (pid === 0) {
      programPids(payload, isStart).forEach((found) => this.expectTables(found));
      return;
    }
    const tables = this.tables.get(pid)?.take(payload, isStart) ?? null;
    if (tables === null) {
      if (!isScrambled) {
        this.tracks.get(pid)?.take(payload, isStart);
      }
      return;
    }
    tables.forEach((streams) => {
      this.take(streams);
      this.program = streams.filter(isMediaStream);
    });
  }

  private expectTables(pid: number): void {
    this.release(pid);
    if (!this.tables.has(pid)) {
      this.tables.set(pid, new ProgramTables());
    }
  }

  private take(streams: readonly TableStream[]): void {
    for (const stream of streams) {
      if (this.tracks.get(stream.pid)?.matches(stream) === false) {
        this.release(stream.pid);
      }
      if (
        isMediaStream(stream) &&
        !this.tracks.has(stream.pid) &&
        this.tracks.size < MOST_STREAMS
      ) {
        this.tracks.set(stream.pid, new TsTrack(stream));
      }
    }
  }

  /** Forgets a stream of an earlier segment, because another program may use its PID otherwise. */
  private release(pid: number): void {
    if (this.tracks.get(pid)?.isEmpty === true) {
      this.tracks.delete(pid);
    }
  }

  end(): { report: SegmentReport; program: Program } {
    if (this.program === null) {
      throw new MalformedSegment('no table of its streams');
    }
    const present = [...this.tracks.values()].filter(({ isEmpty }) => !isEmpty);
    const broken = [...this.gaps].find(([pid]) => this.tracks.has(pid));
    if (broken !== undefined) {
      throw new MalformedSegment(`packets are missing before ${broken[1]}`);
    }
    const tracks = present.flatMap((track) => track.span() ?? []);
    const report = segmentReport({
      container: 'ts',
      isInit: present.length === 0,
      tracks,
      wrapSeconds: TS_WRAP_SECONDS,
      codings: present.flatMap(({ coding }) => coding ?? []),
      counters: this.counters(),
      unfinished: present.filter((track) => track.isUnfinished).map(({ pid }) => pid),
      continued: present.filter((track) => track.isContinued).map(({ pid }) => pid),
    });
    return { report, program: this.program };
  }

  /**
   * Includes the counters of tables, because two segments almost never match in all counters by
   * chance.
   */
  private counters(): SegmentReport['counters'] {
    const pids = [...this.last.keys()].filter((pid) => this.last[pid] !== -1);
    return new Map(
      pids.map((pid) => [
        pid,
        { first: this.first[pid] ?? 0, last: this.last[pid] ?? 0, modulus: 16 },
      ]),
    );
  }
}
