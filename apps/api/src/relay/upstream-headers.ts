import { type RangeRequest, rangeText } from '../infra/http/range-request.js';

/** Set by us or by the connection, whatever was kept with the grant. */
const NOT_FROM_GRANTS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'if-range',
  'range',
  'transfer-encoding',
]);

/**
 * What the source is asked with: the headers kept with the grant, and of the visitor's own only the
 * range. Compressed media would have other ranges than the file.
 */
export function upstreamHeaders(
  kept: Readonly<Record<string, string>>,
  range: RangeRequest | null,
): Record<string, string> {
  const headers = Object.entries(kept)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !NOT_FROM_GRANTS.has(name));
  return {
    ...Object.fromEntries(headers),
    'accept-encoding': 'identity',
    ...(range !== null && { range: rangeText(range) }),
    ...(range !== null && range.ifRange !== null && { 'if-range': range.ifRange }),
  };
}
