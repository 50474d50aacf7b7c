import { dashSegments } from './dash-segments.js';

const URLS = ['init', '1', '2', '3'].map((name) => `https://cdn.example/${name}`);
const slacks = (segmentSeconds: (number | null)[] | null): unknown[] =>
  dashSegments({ segments: URLS, segmentSeconds }).map(({ expected }) => [
    expected.holds,
    expected.seconds,
    expected.slackSeconds,
  ]);

describe('dashSegments', () => {
  it.each<[string, (number | null)[] | null, unknown[]]>([
    [
      "the manifest's duration for each segment",
      [null, 4, 3.8, 2],
      [
        ['unknown', null, 0.5],
        ['media', 4, 0.5],
        ['media', 3.8, 0.5],
        ['media', 2, 0.5],
      ],
    ],
    [
      'a larger tolerance if one duration applies to all, and the largest for the last segment',
      [null, 4, 4, 4],
      [
        ['unknown', null, 0.5],
        ['media', 4, 2],
        ['media', 4, 2],
        ['media', 4, 4],
      ],
    ],
    ['nothing without durations', null, URLS.map(() => ['unknown', null, 0.5])],
  ])('expects %s', (_, seconds, expected) => {
    expect(slacks(seconds)).toEqual(expected);
  });
});
