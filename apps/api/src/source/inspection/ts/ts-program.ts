export interface ProgramStream {
  readonly pid: number;
  readonly type: 'video' | 'audio';
  /** `stream_type` of the stream (ISO 13818-1, table 2-34). */
  readonly code: number;
}

export type Program = readonly ProgramStream[];

/** A stream in a program table, whose type is null if it is neither video nor audio. */
export interface TableStream extends Omit<ProgramStream, 'type'> {
  readonly type: ProgramStream['type'] | null;
}

export function isMediaStream(stream: TableStream): stream is ProgramStream {
  return stream.type !== null;
}

const VIDEO = new Set([0x01, 0x02, 0x10, 0x1b, 0x20, 0x24, 0x33, 0x42, 0xd1, 0xdb, 0xea]);
const AUDIO = new Set([0x03, 0x04, 0x0f, 0x11, 0x1c, 0x81, 0x87, 0xc1, 0xc2, 0xcf]);
/**
 * `stream_type` of private data. Descriptors may declare it as audio: AC-3, E-AC-3, DTS, DVB's AAC,
 * or Opus by registration.
 */
const PRIVATE = 0x06;
const SOUND_DESCRIPTORS = new Set([0x6a, 0x7a, 0x7b, 0x7c]);
const REGISTRATION = 0x05;
const SOUND_FORMATS = new Set(['AC-3', 'EAC3', 'Opus', 'DTS1', 'DTS2', 'DTS3', 'BSSD']);

/** Ids of tables. */
const [PAT, PMT] = [0x00, 0x02];
/** Size of the fields before a section's contents. */
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** Maximum size of a PMT (ISO 13818-1 §2.4.4.9). */
const MOST_TABLE_BYTES = 1024;

/** PIDs of the program tables, from the payload of a PAT packet. */
export function programPids(payload: Buffer, isStart: boolean): number[] {
  const start = 1 + (payload[0] ?? 0);
  const section = isStart && payload[start] === PAT ? contentsOf(payload.subarray(start)) : null;
  const pids: number[] = [];
  // Program 0 stands for the network table.
  for (let at = 8; section !== null && at + 4 <= section.length; at += 4) {
    if (section.readUInt16BE(at) !== 0) {
      pids.push(section.readUInt16BE(at + 2) & 0x1fff);
    }
  }
  return pids;
}

/** Puts together the program tables (PMT) of one PID, which may take several packets. */
export class ProgramTables {
  /** The part of a table that has arrived so far; null outside of a table. */
  private held: Buffer | null = null;

  /** Drops an incomplete table, because a packet is missing. */
  reset(): void {
    this.held = null;
  }

  /**
   * @param isStart whether a section begins in this payload, after a pointer to it.
   * @returns the tables that end in this payload, each with its streams; null if the payload isn't
   *   part of a table.
   */
  take(payload: Buffer, isStart: boolean): (readonly TableStream[])[] | null {
    const start = isStart ? 1 + (payload[0] ?? 0) : payload.length;
    const rest = payload.subarray(isStart ? 1 : 0, start);
    const continued =
      this.held === null || rest.length === 0 ? null : Buffer.concat([this.held, rest]);
    const begun = payload[start] === PMT ? payload.subarray(start) : null;
    const last = begun ?? (isStart ? null : continued);
    this.held = last !== null && isIncomplete(last) ? Buffer.from(last) : null;
    const parts = [continued, begun].filter((part) => part !== null);
    return parts.length === 0 ? null : parts.map(streamsIn).filter((streams) => streams !== null);
  }
}

/** Whether a table continues in another packet. */
function isIncomplete(part: Buffer): boolean {
  return part.length < 3 || (endOf(part) > part.length && endOf(part) <= MOST_TABLE_BYTES);
}

/** End of a section's contents, which its checksum follows. */
function endOf(section: Buffer): number {
  return 3 + (section.readUInt16BE(1) & 0xfff) - CHECKSUM_BYTES;
}

/** The streams in a PMT; null if it is incomplete or has no room for any. */
function streamsIn(table: Buffer): readonly TableStream[] | null {
  const section = contentsOf(table);
  if (section === null || section.length < 12) {
    return null;
  }
  const streams: TableStream[] = [];
  let at = 12 + (section.readUInt16BE(10) & 0xfff);
  while (at + 5 <= section.length) {
    const code = section.readUInt8(at);
    const pid = section.readUInt16BE(at + 1) & 0x1fff;
    const end = at + 5 + (section.readUInt16BE(at + 3) & 0xfff);
    streams.push({ pid, type: typeOf(code, section.subarray(at + 5, end)), code });
    at = end;
  }
  return streams;
}

function typeOf(code: number, descriptors: Buffer): ProgramStream['type'] | null {
  if (VIDEO.has(code)) {
    return 'video';
  }
  return AUDIO.has(code) || (code === PRIVATE && isSound(descriptors)) ? 'audio' : null;
}

function isSound(descriptors: Buffer): boolean {
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + (descriptors[at + 1] ?? 0)) {
    const tag = descriptors[at] ?? 0;
    const format = descriptors.toString('latin1', at + 2, at + 6);
    if (SOUND_DESCRIPTORS.has(tag) || (tag === REGISTRATION && SOUND_FORMATS.has(format))) {
      return true;
    }
  }
  return false;
}

/** A section without its checksum; null if it is incomplete. */
function contentsOf(section: Buffer): Buffer | null {
  if (section.length < HEAD_BYTES) {
    return null;
  }
  const end = endOf(section);
  return end > section.length || end < HEAD_BYTES ? null : section.subarray(0, end);
}
