import { dashSegments } from '../playlists/dash-segments.js';
import type { SegmentedStream } from '../segments/segmented-stream.js';
import type { Segment } from '../client/source-stream.js';
import { beginningOf, hasDiscontinuities, nominalSeconds, windowOf } from './segment-window.js';

const segment = (
  url: string,
  seconds: number | null,
  holds: Segment['expected']['holds'] = 'media',
  startsAnew = false,
): Segment => ({
  url,
  range: null,
  key: null,
  expected: { holds, seconds, slackSeconds: 0.5, startsAnew },
});
const stream = (...segments: Segment[]): SegmentedStream => ({
  segments,
  origin: { url: 'https://a.example/', headers: {} },
  variant: '',
});
const named = (made: SegmentedStream | undefined): string =>
  (made?.segments ?? []).map(({ url }) => url).join(' ');

const SIX = [0, 1, 2, 3, 4, 5].map((index) => segment(String(index), 4));
const HEAD = segment('head', 0, 'init');
const OTHER_HEAD = segment('other', 0, 'init');

describe('windowOf', () => {
  it.each<[string, Segment[], { from: number; to: number }, string, number]>([
    ['one more segment on either side', SIX, { from: 9, to: 10 }, '1 2 3', 4],
    ['the first segment', SIX, { from: 0, to: 1 }, '0 1', 0],
    ['the last segment', SIX, { from: 23, to: 24 }, '4 5', 16],
    ['the last segment for a span beyond the end', SIX, { from: 99, to: 100 }, '4 5', 16],
    ['the head that applies', [HEAD, ...SIX], { from: 9, to: 10 }, 'head 1 2 3', 4],
    [
      'the last head before the span, and those within it',
      [HEAD, ...SIX.slice(0, 2), OTHER_HEAD, ...SIX.slice(2)],
      { from: 13, to: 14 },
      'other 2 3 4',
      8,
    ],
    [
      'heads between segments',
      [HEAD, ...SIX.slice(0, 2), OTHER_HEAD, ...SIX.slice(2)],
      { from: 9, to: 10 },
      'head 1 other 2 3',
      4,
    ],
  ])('selects %s', (_, segments, span, expected, nominalAt) => {
    const window = windowOf(stream(...segments), span);
    expect(named(window?.stream)).toBe(expected);
    expect(window?.nominalAt).toBe(nominalAt);
  });

  it('recognizes the init segment of a DASH stream by its missing metadata', () => {
    const segments = dashSegments({
      segments: ['https://a.example/head', 'https://a.example/0', 'https://a.example/1'],
      segmentSeconds: [null, 4, 4],
    });
    const whole = stream(...segments);
    expect(nominalSeconds(whole)).toBe(8);
    expect(beginningOf(whole).segments).toEqual(segments.slice(0, 2));
    expect(windowOf(whole, { from: 1, to: 2 })?.stream.segments).toEqual(segments);
  });

  it('returns null when the manifest states no durations', () => {
    const segments = dashSegments({ segments: ['https://a.example/0', 'https://a.example/1'] });
    expect(windowOf(stream(...segments), { from: 1, to: 2 })).toBeNull();
    expect(windowOf(stream(), { from: 1, to: 2 })).toBeNull();
  });

  it('notices where a timeline restarts', () => {
    const anew = segment('x', 4, 'media', true);
    expect(hasDiscontinuities(stream(...SIX, anew))).toBe(true);
    expect(hasDiscontinuities(stream(anew, ...SIX))).toBe(false);
  });
});
