/**
 * How long an HLS media playlist (RFC 8216) lasts, in seconds; 'live' when it still grows, null for
 * anything that has no length of its own: a master playlist, a page.
 */
export function hlsLength(text: string): number | 'live' | null {
  if (!text.trimStart().startsWith('#EXTM3U') || /^#EXT-X-STREAM-INF:/m.test(text)) {
    return null;
  }
  // A recording without an end mark says that it will not change (RFC 8216 §4.3.3.5).
  if (!/^#EXT-X-(ENDLIST|PLAYLIST-TYPE:\s*VOD)\s*$/m.test(text)) {
    return 'live';
  }
  const segments = [...text.matchAll(/^#EXTINF:\s*(\d+(?:\.\d*)?)/gm)];
  return segments.reduce((seconds, [, length]) => seconds + Number(length), 0);
}
