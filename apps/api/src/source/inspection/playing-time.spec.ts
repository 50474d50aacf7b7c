import { PlayingTime } from './playing-time.js';
import { segmentReport, type SegmentReport } from './segment-report.js';
import type { PlacedSegment } from './segment-timeline.js';

const untimed = (report: Partial<SegmentReport>, more: Partial<PlacedSegment> = {}) => ({
  ...{ nominal: 4, nominalAt: 0, slack: 0.5, startsAnew: false, ...more },
  report: segmentReport({ container: 'ts', ...report }),
});
const segment = (start: number, end: number | null, more: Partial<PlacedSegment> = {}) =>
  untimed({ tracks: [{ id: 1, type: 'video', start, end, longestStep: 0.04 }] }, more);

const secondsOf = (segments: readonly PlacedSegment[]): number | null => {
  const time = new PlayingTime();
  segments.forEach((one) => time.add(one));
  return time.seconds;
};

describe('PlayingTime', () => {
  it.each<[string, number | null, PlacedSegment[]]>([
    ['includes a gap between segments', 14, [segment(10, 14), segment(20, 24)]],
    ['counts an overlap once', 6, [segment(10, 14), segment(12, 16)]],
    ['keeps the latest end', 9, [segment(0, 9), segment(4, 8)]],
    ['adds up timelines that go back', 8, [segment(10, 14), segment(0, 4)]],
    [
      'leaves out a jump between two periods',
      8,
      [segment(0, 4), segment(100, 104, { startsAnew: true })],
    ],
    ["takes the playlist's duration without an end", 8, [segment(0, 4), segment(4, null)]],
    ['adds segments without timestamps', 6, [segment(0, 4), untimed({ untimedSeconds: 2 })]],
    ['ignores a damaged segment', 4, [segment(0, 4), untimed({ problem: 'cut' })]],
    ['is unknown without a good segment', null, [untimed({ problem: 'cut' })]],
    ['is unknown without any segment', null, []],
  ])('%s', (_, seconds, segments) => {
    expect(secondsOf(segments)).toBe(seconds);
  });
});
