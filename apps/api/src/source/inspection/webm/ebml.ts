import { MalformedSegment } from '../segment-report.js';

/** An element of a Matroska file, whose contents are from `start` to `end`. */
export interface Element {
  readonly id: number;
  readonly start: number;
  /** Null if the size is unknown. */
  readonly end: number | null;
}

/** @param offset position of `bytes` in the file. @returns null if there is no element. */
export function elementIn(bytes: Buffer, at: number, offset: number): Element | null {
  const idBytes = Math.clz32(bytes[at] ?? 0) - 23;
  if (idBytes > 4 || at + idBytes >= bytes.length) {
    return null;
  }
  const size = sizeIn(bytes, at + idBytes);
  if (size === null) {
    return null;
  }
  const start = offset + at + idBytes + size.bytes;
  return {
    id: bytes.readUIntBE(at, idBytes),
    start,
    end: size.value === null ? null : start + size.value,
  };
}

/** Reads a number of variable length (RFC 8794 §4). Its value is null if it means "unknown". */
export function sizeIn(
  bytes: Buffer,
  at: number,
): { readonly bytes: number; readonly value: number | null } | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) {
    return null;
  }
  let value = first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let next = at + 1; next < at + length; next += 1) {
    value = value * 256 + (bytes[next] ?? 0);
    isUnknown &&= bytes[next] === 0xff;
  }
  return { bytes: length, value: isUnknown ? null : value };
}

/** The number of elements that a table may still have. */
export interface ElementBudget {
  elements: number;
}

/**
 * Maximum number of elements in a table, which is read without a pause. Real tables have a few
 * hundred. The size of a table is not a sufficient limit, because an element takes only two bytes.
 */
const MOST_CHILDREN = 10_000;

export function elementBudget(): ElementBudget {
  return { elements: MOST_CHILDREN };
}

/**
 * The elements in the contents of another element, up to the first truncated one.
 * @throws MalformedSegment if the budget is exceeded.
 */
export function* children(
  bytes: Buffer,
  budget: ElementBudget,
): Generator<{ readonly id: number; readonly contents: Buffer }> {
  for (let at = 0; at < bytes.length;) {
    const element = elementIn(bytes, at, 0);
    if (element === null || element.end === null || element.end > bytes.length) {
      return;
    }
    budget.elements -= 1;
    if (budget.elements < 0) {
      throw new MalformedSegment('too many elements in a table');
    }
    yield { id: element.id, contents: bytes.subarray(element.start, element.end) };
    at = element.end;
  }
}

/**
 * Reads an element's contents as an unsigned integer.
 * @throws MalformedSegment for more than 8 bytes (RFC 8794 §7.2), which may be millions.
 */
export function unsigned(bytes: Buffer): number {
  if (bytes.length > 8) {
    throw new MalformedSegment(`a number of ${bytes.length} bytes`);
  }
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}
