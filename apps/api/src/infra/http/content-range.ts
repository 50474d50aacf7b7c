type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** The position of a partial response. `end` is inclusive; `total` is null if unknown. */
interface ContentRange {
  readonly start: number;
  readonly end: number;
  readonly total: number | null;
}

/** The first value of a header. Header names are in lower case. */
export function header(headers: HeaderValues, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The `Content-Length` of a response, in bytes; null if it is missing or malformed. */
export function contentLength(headers: HeaderValues): number | null {
  const length = header(headers, 'content-length') ?? '';
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** Parses the `Content-Range` of a 206 (RFC 9110 §14.4); null if it is missing or malformed. */
export function parseContentRange(value: string | undefined): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(value ?? '');
  if (match === null) {
    return null;
  }
  const [start, end] = [Number(match[1]), Number(match[2])];
  const total = match[3] === '*' ? null : Number(match[3]);
  return start <= end && (total === null || end < total) ? { start, end, total } : null;
}

/** The total in the `Content-Range` of a 416, bytes; null if it is missing or malformed. */
export function unsatisfiedTotal(value: string | undefined): number | null {
  const match = /^bytes \*\/(\d{1,15})$/.exec(value ?? '');
  return match === null ? null : Number(match[1]);
}
