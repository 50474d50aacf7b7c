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

export function isMedia(stream: TableStream): stream is ProgramStream {
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

/** PIDs of the program tables, from the payload of a PAT packet. */
export function programPids(payload: Buffer, isStart: boolean): number[] {
  const section = isStart ? sectionIn(payload, 0x00) : null;
  const pids: number[] = [];
  // Program 0 stands for the network table.
  for (let at = 8; section !== null && at + 4 <= section.length; at += 4) {
    if (section.readUInt16BE(at) !== 0) {
      pids.push(section.readUInt16BE(at + 2) & 0x1fff);
    }
  }
  return pids;
}

export function isPmt(payload: Buffer): boolean {
  return sectionIn(payload, 0x02) !== null;
}

/** The streams of a PMT packet; null if the table continues in another packet. */
export function streamsIn(payload: Buffer): readonly TableStream[] | null {
  const section = sectionIn(payload, 0x02);
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

/**
 * A section from its table id on, without its checksum; null if it is another table or incomplete.
 */
function sectionIn(payload: Buffer, tableId: number): Buffer | null {
  const at = 1 + (payload[0] ?? 0);
  if (at + 8 > payload.length || payload[at] !== tableId) {
    return null;
  }
  const end = at + 3 + (payload.readUInt16BE(at + 1) & 0xfff) - 4;
  return end > payload.length || end < at + 8 ? null : payload.subarray(at, end);
}
