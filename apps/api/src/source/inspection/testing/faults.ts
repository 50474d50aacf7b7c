export interface FaultContext {
  /** Where the fault is, from 0 to 1. */
  readonly place: number;
  /** The intact bytes of a segment, by its index in the stream. */
  readonly bytesOf: (index: number) => Buffer;
  readonly index: number;
  readonly count: number;
  /** Bytes without any repetition. */
  readonly junk: (size: number) => Buffer;
}

const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body>';

function over(bytes: Buffer, place: number, patch: Buffer): Buffer {
  const at = Math.floor(place * Math.max(0, bytes.length - patch.length));
  return Buffer.concat([bytes.subarray(0, at), patch, bytes.subarray(at + patch.length)]);
}

/** Rounds down to whole packets of a transport stream. This is harmless in other formats. */
function aligned(size: number): number {
  return size - (size % 188);
}

/** Faults by name. The announced length always matches the changed bytes. */
export const FAULTS: Readonly<Record<string, (bytes: Buffer, context: FaultContext) => Buffer>> = {
  'cut in half': (bytes) => bytes.subarray(0, bytes.length >> 1),
  'cut at a packet': (bytes, { place }) =>
    bytes.subarray(0, aligned(Math.floor(bytes.length * (0.2 + place * 0.6)))),
  'cut by some bytes': (bytes) => bytes.subarray(0, -7),
  'zeros to the end': (bytes) =>
    Buffer.concat([bytes.subarray(0, bytes.length >> 1), Buffer.alloc(bytes.length >> 1)]),
  'zeros within': (bytes, { place }) => over(bytes, place, Buffer.alloc(bytes.length >> 2)),
  'junk within': (bytes, { place, junk }) => over(bytes, place, junk(bytes.length >> 2)),
  'all zeros': (bytes) => Buffer.alloc(bytes.length),
  'all junk': (bytes, { junk }) => junk(bytes.length),
  'a page': () => Buffer.from(PAGE),
  'a page of the same length': (bytes) =>
    Buffer.from(PAGE.padEnd(bytes.length).slice(0, bytes.length)),
  'a stretch left out': (bytes, { place }) => {
    const at = aligned(Math.floor(bytes.length * (0.1 + place * 0.5)));
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + aligned(bytes.length >> 2))]);
  },
  'its head once more': (bytes) => {
    const half = aligned(bytes.length >> 1);
    return Buffer.concat([bytes.subarray(0, half), bytes.subarray(0, half)]);
  },
  'the one before': (_, { bytesOf, index }) => bytesOf(index - 1),
  'the one behind': (_, { bytesOf, index }) => bytesOf(index + 1),
  'another one': (_, { bytesOf, index, count }) =>
    bytesOf(index < count / 2 ? count - 2 : count >> 2),
  'the first piece': (_, { bytesOf }) => bytesOf(0),
  nothing: () => Buffer.alloc(0),
};
