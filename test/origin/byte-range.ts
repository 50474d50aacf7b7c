/** The positions of the first and the last byte, both of which belong to the range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses the single range of a Range header for a file of `size` bytes. Null means the whole file
 * (no header, a unit other than bytes, or several ranges); 'unsatisfiable' means that the range
 * starts beyond the end.
 */
export const byteRange = (
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) {
    return null;
  }
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const range = {
    start: Number(first),
    end: last === '' ? size - 1 : Math.min(Number(last), size - 1),
  };
  return range.start >= size || range.start > range.end ? 'unsatisfiable' : range;
};
