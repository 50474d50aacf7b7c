/** H.264 NAL unit types (ITU-T H.264 table 7-1). */
export const NAL = {
  idr: 5,
  sei: 6,
  sps: 7,
  pps: 8,
  delimiter: 9,
  sequenceEnd: 10,
  filler: 12,
} as const;

const START = Buffer.from([0, 0, 1]);

/**
 * Splits a packet in byte stream format (ITU-T H.264 Annex B) into NAL units, without start codes.
 */
export function unitsOf(packet: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let at = packet.indexOf(START); at >= 0;) {
    const begin = at + START.length;
    const next = packet.indexOf(START, begin);
    let end = next < 0 ? packet.length : next;
    // Trailing zeros belong to the next start code; units never end with one.
    while (end > begin && packet[end - 1] === 0) {
      end -= 1;
    }
    if (end > begin) {
      units.push(packet.subarray(begin, end));
    }
    at = next;
  }
  return units;
}

export function typeOf(unit: Buffer): number {
  return (unit[0] ?? 0) & 0x1f;
}

/**
 * The parameter sets of all parts of a clip. The parts can share a track only if each id stands for
 * a single set.
 */
export class ParameterSets {
  private readonly sets = new Map<string, Buffer>();
  /** True if two different sets have the same id. */
  isMixed = false;

  add(unit: Buffer): void {
    const type = typeOf(unit);
    const id = setIdOf(unit);
    const key = `${type} ${id}`;
    const known = this.sets.get(key);
    this.isMixed ||= id === null || (known !== undefined && !known.equals(unit));
    // Copy the unit, so that the packet can be freed.
    this.sets.set(key, known ?? Buffer.from(unit));
  }

  of(type: number): Buffer[] {
    return [...this.sets.values()].filter((unit) => typeOf(unit) === type);
  }
}

/** The id of a sequence or picture parameter set; null when truncated. */
function setIdOf(unit: Buffer): number | null {
  // In a sequence set, the id follows the profile, constraints and level.
  return exponential(unit, typeOf(unit) === NAL.sps ? 4 : 1);
}

/** A byte-aligned Exp-Golomb number (ITU-T H.264 §9.1). Ids fit in the first four bytes. */
function exponential(unit: Buffer, at: number): number | null {
  const bits = unit.subarray(at, at + 4);
  if (bits.length === 0) {
    return null;
  }
  const text = [...bits].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const zeros = text.indexOf('1');
  return zeros < 0 || text.length < 2 * zeros + 1
    ? null
    : Number.parseInt(text.slice(zeros, 2 * zeros + 1), 2) - 1;
}

/**
 * Profiles whose configuration also stores chroma format and bit depth (ISO 14496-15 §5.3.3.1.2).
 */
const HIGH = [100, 110, 122, 144];

/**
 * The decoder configuration (ISO 14496-15 §5.3.3.1) with all sets, so that none need to be in band
 * at the joints.
 */
export function configurationOf(sets: ParameterSets): Buffer | null {
  const [sequences, pictures] = [sets.of(NAL.sps), sets.of(NAL.pps)];
  const [first] = sequences;
  if (first === undefined || pictures.length === 0 || sequences.length > 31) {
    return null;
  }
  const profile = Math.max(...sequences.map((unit) => unit[1] ?? 0));
  const constraints = sequences.reduce((all, unit) => all & (unit[2] ?? 0), 0xff);
  const level = Math.max(...sequences.map((unit) => unit[3] ?? 0));
  return Buffer.concat([
    Buffer.from([1, profile, constraints, level, 0xff, 0xe0 | sequences.length]),
    ...sequences.map(withLength16),
    Buffer.from([pictures.length]),
    ...pictures.map(withLength16),
    // 8-bit 4:2:0 (the only format that is copied) without extensions.
    HIGH.includes(profile) ? Buffer.from([0xfd, 0xf8, 0xf8, 0]) : Buffer.alloc(0),
  ]);
}

function withLength16(unit: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(unit.length);
  return Buffer.concat([length, unit]);
}

/** Units as stored in MP4, each after its length in four bytes. */
export function withLengths(units: readonly Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    }),
  );
}
