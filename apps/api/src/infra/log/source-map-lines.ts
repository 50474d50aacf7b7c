/** Where a position comes from, all counted from 0: `source` is an index into the map's sources. */
interface Origin {
  source: number;
  line: number;
  column: number;
}

/**
 * A line of `mappings` at which decoding can begin: the index of its first character, and the origin
 * that the numbers of its first segment are relative to.
 */
type Mark = readonly [at: number, source: number, line: number, column: number];

/** How many lines there are between two marks. A lookup decodes half as many on average. */
const LINES_PER_MARK = 64;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...DIGITS].map((digit, value) => [digit, value]));

/**
 * Decodes the whole `mappings` of a source map once, so that lookups need not.
 * @param mappings as in ECMA-426: lines separated by `;`, segments by `,`, numbers in Base64 VLQ
 * @returns a mark for each 64th line
 */
export function marksOf(mappings: string): Mark[] {
  const origin: Origin = { source: 0, line: 0, column: 0 };
  const marks: Mark[] = [];
  let at = 0;
  mappings.split(';').forEach((text, line) => {
    if (line % LINES_PER_MARK === 0) {
      marks.push([at, origin.source, origin.line, origin.column]);
    }
    segmentsOf(text, origin);
    at += text.length + 1;
  });
  return marks;
}

/**
 * Looks up a position of a generated file.
 * @param marks of `marksOf`, for the same mappings
 * @param line counted from 0
 * @param column counted from 0
 * @returns null if the position has no origin
 */
export function originOf(
  { mappings, marks }: { readonly mappings: string; readonly marks: readonly Mark[] },
  line: number,
  column: number,
): Origin | null {
  const block = Math.floor(line / LINES_PER_MARK);
  const mark = marks[block];
  if (mark === undefined) {
    return null;
  }
  const [at, ...from] = mark;
  const origin: Origin = { source: from[0], line: from[1], column: from[2] };
  const lines = mappings.slice(at, marks[block + 1]?.[0]).split(';');
  const before = lines.slice(0, line % LINES_PER_MARK);
  before.forEach((text) => segmentsOf(text, origin));
  const segments = segmentsOf(lines[before.length] ?? '', origin);
  return segments.findLast(({ begins }) => begins <= column)?.origin ?? null;
}

interface Segment {
  /** The column of the generated line at which the segment begins. */
  readonly begins: number;
  /** Null for text that was generated. */
  readonly origin: Origin | null;
}

/** Decodes a line. @param origin of the segment before it; afterwards that of its last segment */
function segmentsOf(text: string, origin: Origin): Segment[] {
  let begins = 0;
  return (text === '' ? [] : text.split(',')).map((segment) => {
    const [columns = 0, ...steps] = numbersIn(segment);
    begins += columns;
    if (steps.length === 0) {
      return { begins, origin: null };
    }
    const [sources = 0, lines = 0, originalColumns = 0] = steps;
    origin.source += sources;
    origin.line += lines;
    origin.column += originalColumns;
    return { begins, origin: { ...origin } };
  });
}

/** Each digit has five bits, the lowest ones first, and one that says whether another follows. */
function numbersIn(segment: string): number[] {
  const numbers: number[] = [];
  let [bits, shift] = [0, 0];
  for (const digit of segment) {
    const value = VALUES.get(digit) ?? 0;
    bits += (value & 31) << shift;
    shift += 5;
    if (value < 32) {
      // The lowest bit is the sign.
      numbers.push(bits & 1 ? -(bits >>> 1) : bits >>> 1);
      [bits, shift] = [0, 0];
    }
  }
  return numbers;
}
