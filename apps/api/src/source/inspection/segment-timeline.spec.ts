import type { KnownCoding } from './segment-coding.js';
import { segmentReport, type SegmentReport } from './segment-report.js';
import {
  findingsOn,
  unwrapNear,
  type SegmentContext,
  type PlacedSegment,
} from './segment-timeline.js';

const S = 4;

interface Given {
  readonly start?: number;
  readonly seconds?: number;
  readonly nominal?: number | null;
  readonly nominalAt?: number;
  readonly startsAnew?: boolean;
  readonly report?: Partial<SegmentReport>;
}

function segment({
  start = 0,
  seconds = S,
  nominal = S,
  nominalAt = start,
  ...more
}: Given): PlacedSegment {
  const end = start + seconds;
  const tracks = (['video', 'audio'] as const).map((type, id) => ({
    ...{ id, type, start, end, longestStep: 0.04 },
  }));
  return {
    ...{ nominal, nominalAt, slack: 0.5, startsAnew: more.startsAnew ?? false },
    report: segmentReport({ container: 'ts', tracks, ...more.report }),
  };
}
const counted = (first: number, last: number): Partial<SegmentReport> => ({
  counters: new Map([[256, { first, last, modulus: 16 }]]),
});
const verdicts = (around: Partial<SegmentContext>): string[] =>
  findingsOn({
    ...{ previous: null, current: segment({}), next: null },
    ...{ offsets: [], codings: [], isRepeated: false },
    ...around,
  }).map(({ verdict }) => verdict);

const before = segment({ start: 4 });
const after = segment({ start: 12 });
const known: KnownCoding[] = [{ id: 0, type: 'video', coding: 'a', segments: 2 }];

describe('findingsOn', () => {
  it.each<[string, string[], Given, Given | null, Given | null]>([
    ['that starts where it should', [], { start: 8 }, { start: 4 }, { start: 12 }],
    ['that is the only one', [], { start: 8 }, null, null],
    [
      'that is the last one and slightly shorter',
      [],
      { start: 8, seconds: 3.6 },
      { start: 4 },
      null,
    ],
    ['that is cut', ['cut'], { start: 8, seconds: 2 }, { start: 4 }, { start: 12 }],
    ['that is cut and the first one', ['cut'], { start: 8, seconds: 2 }, null, { start: 12 }],
    ['that is cut and the last one', ['cut'], { start: 8, seconds: 2 }, { start: 4 }, null],
    [
      'that is cut before the timeline restarts',
      ['cut'],
      { start: 8, seconds: 2 },
      { start: 4 },
      { start: 0, startsAnew: true },
    ],
    [
      'that is cut by less than the tolerance',
      ['cut'],
      { start: 8, seconds: 3.55 },
      { start: 4 },
      { start: 12 },
    ],
    [
      'that is shorter than in the playlist, but is continued by the next',
      ['as recorded'],
      { start: 8, seconds: 2 },
      { start: 4 },
      { start: 10 },
    ],
    [
      'that is longer than in the playlist, but is continued by the next',
      ['as recorded'],
      { start: 8, seconds: 6 },
      { start: 4 },
      { start: 14 },
    ],
    [
      'of unknown nominal duration',
      [],
      { start: 8, nominal: null, seconds: 7 },
      { start: 4 },
      { start: 15 },
    ],
    [
      'after a gap that persists',
      ['as recorded'],
      { start: 11, nominalAt: 8 },
      { start: 4 },
      { start: 15, nominalAt: 12 },
    ],
    ['after a gap and at the end', ['as recorded'], { start: 11 }, { start: 4 }, null],
    ['between two gaps', ['as recorded'], { start: 11 }, { start: 4 }, { start: 18 }],
    [
      'before a gap without missing packets',
      ['as recorded'],
      { start: 8, seconds: 2, report: counted(3, 9) },
      { start: 4 },
      { start: 12, report: counted(10, 2) },
    ],
    [
      'before a gap with missing packets',
      ['cut'],
      { start: 8, seconds: 2, report: counted(3, 9) },
      { start: 4 },
      { start: 12, report: counted(14, 2) },
    ],
    [
      'that is certainly complete and before a gap',
      ['as recorded'],
      { start: 8, seconds: 2, report: { container: 'mp4', pieces: 1 } },
      { start: 4, report: { container: 'mp4' } },
      { start: 12, report: { container: 'mp4', pieces: 1 } },
    ],
    [
      'that is certainly complete, the last one, and shorter than in the playlist',
      ['as recorded'],
      { start: 8, seconds: 1.2, report: { container: 'webm', pieces: 1 } },
      { start: 4, report: { container: 'webm', pieces: 1 } },
      null,
    ],
    [
      'that is the last one, with fewer pieces than the one before',
      ['cut'],
      { start: 8, seconds: 1.2, report: { container: 'mp4', pieces: 1 } },
      { start: 4, report: { container: 'mp4', pieces: 4 } },
      null,
    ],
    ['from later in the stream', ['foreign'], { start: 20 }, { start: 4 }, { start: 12 }],
    ['from earlier in the stream', ['foreign'], { start: 0 }, { start: 4 }, { start: 12 }],
    ['from earlier in the stream and at the end', ['foreign'], { start: 0 }, { start: 4 }, null],
    ['that repeats the previous one', ['foreign'], { start: 4 }, { start: 4 }, { start: 12 }],
    [
      'that duplicates the next one',
      ['foreign', 'foreign'],
      { start: 12 },
      { start: 4 },
      { start: 12 },
    ],
    ['that is swapped with the next', ['foreign'], { start: 12 }, { start: 4 }, { start: 8 }],
    [
      'that comes first but is from later in the stream',
      ['foreign'],
      { start: 40 },
      null,
      { start: 4 },
    ],
    [
      'with which the recorder restarts',
      ['as recorded'],
      { start: 0, nominalAt: 8 },
      { start: 4 },
      { start: 4, nominalAt: 12 },
    ],
    [
      'that restarts the timeline',
      [],
      { start: 0, startsAnew: true },
      { start: 400 },
      { start: 4 },
    ],
  ])('judges a segment %s as %j', (_, expected, current, previous, next) => {
    expect(
      verdicts({
        current: segment(current),
        previous: previous && segment(previous),
        next: next && segment(next),
      }),
    ).toEqual(expected);
  });

  it('refuses to go back after a discontinuity', () => {
    const current = segment({ start: 16, nominalAt: 16 });
    const around = {
      ...{ previous: segment({ start: 24, nominalAt: 12 }), next: segment({ start: 20 }) },
    };
    expect(verdicts({ current, ...around, offsets: [0] })).toEqual(['foreign']);
    expect(verdicts({ current, ...around, offsets: [] })).toEqual(['as recorded']);
  });

  it.each<[string, string[], KnownCoding[], Given]>([
    ['differs from those before', ['foreign'], known, {}],
    ['starts the timeline anew', [], known, { startsAnew: true }],
  ])('judges a segment with a different coding that %s as %j', (_, expected, codings, changes) => {
    const report = { codings: [{ id: 0, type: 'video', coding: 'b' }] } as const;
    const current = segment({ start: 8, ...changes, report });
    expect(verdicts({ previous: before, current, codings })).toEqual(expected);
  });

  it.each<[string, number, string[]]>([
    ['without a gap', 0, []],
    ['with a gap shorter than a frame', 0.02, []],
    ['on another clock', 0.16, ['as recorded']],
  ])('judges audio in fragments that continues %s', (_, gap, expected) => {
    const sound = (start: number): PlacedSegment => {
      const tracks = [{ id: 1, type: 'audio' as const, start, end: start + S, longestStep: 0.02 }];
      return segment({ start, report: { container: 'mp4', tracks, pieces: 2 } });
    };
    const around = { previous: sound(0), next: sound(8 + gap) };
    expect(verdicts({ current: sound(4 + gap), ...around })).toEqual(expected);
  });

  it.each<[string, string[], { lacks: number; nominal: number | null; gap: number }]>([
    ['lasts as long as it should', [], { lacks: 0, nominal: S, gap: 0 }],
    ['ends a frame early', [], { lacks: 0.02, nominal: S, gap: 0 }],
    ['is shorter than the playlist says', ['foreign'], { lacks: 0.14, nominal: S, gap: 0 }],
    ['precedes a gap in the recording', [], { lacks: 0, nominal: S, gap: 0.14 }],
    ['has no stated length', [], { lacks: 0.14, nominal: null, gap: 0 }],
  ])('judges a first fragment of sound that %s as %j', (_, expected, { lacks, nominal, gap }) => {
    const sound = (start: number, seconds: number): PlacedSegment => {
      const end = start + seconds;
      const tracks = [{ id: 1, type: 'audio' as const, start, end, longestStep: 0.02 }];
      return segment({ start, nominal, report: { container: 'mp4', tracks, pieces: 1 } });
    };
    const next = sound(S + gap, S);
    expect(verdicts({ current: sound(0, S - lacks), next })).toEqual(expected);
  });

  it('rejects a different container', () => {
    const current = segment({ start: 8, report: { container: 'mp4' } });
    expect(verdicts({ previous: before, current, next: after })).toEqual(['foreign']);
  });

  it.each<[string, string[], boolean]>([
    ['comes back', ['cut'], true],
    ['has ended', ['as recorded'], false],
  ])('judges missing audio that %s as %j', (_, expected, isBack) => {
    const silent = (start: number): PlacedSegment => {
      const whole = segment({ start });
      return {
        ...whole,
        report: { ...whole.report, tracks: whole.report.tracks.slice(0, 1) },
      };
    };
    const next = isBack ? after : silent(12);
    expect(verdicts({ previous: before, current: silent(8), next })).toEqual(expected);
  });

  it.each<[string, string[], Partial<SegmentReport>, Partial<SegmentReport>]>([
    ['its stream has no continuation', ['cut'], { unfinished: [256] }, {}],
    ['the next segment continues its stream', [], { unfinished: [256] }, { continued: [256] }],
    ['packet numbers are missing', ['cut'], counted(3, 9), counted(12, 4)],
    ['packet numbers restart at zero', [], counted(3, 9), counted(0, 4)],
    ['packet numbers restart as in this segment', [], counted(3, 9), counted(3, 4)],
    ['packet numbers continue', [], counted(3, 15), counted(0, 4)],
  ])('judges the end of a segment when %s as %j', (_, expected, current, next) => {
    expect(
      verdicts({
        previous: segment({ start: 4, report: counted(13, 2) }),
        current: segment({ start: 8, report: { ...counted(3, 9), ...current } }),
        next: segment({ start: 12, report: { ...counted(10, 9), ...next } }),
      }),
    ).toEqual(expected);
  });

  it('reports data that occurs twice', () => {
    const current = segment({ start: 8 });
    expect(verdicts({ previous: before, current, next: after, isRepeated: true })).toEqual([
      'foreign',
    ]);
  });

  it('does not mistake a still picture for a gap while audio continues', () => {
    const [previous, current, next] = [4, 8, 12].map((start) => {
      const whole = segment({ start });
      const tracks = whole.report.tracks.map((track) =>
        track.type === 'video' ? { ...track, end: start + 1.2 } : track,
      );
      return { ...whole, report: { ...whole.report, tracks } };
    });
    expect(verdicts({ previous, current, next })).toEqual([]);
  });

  it('does not mistake slides for gaps', () => {
    const still = (start: number, seconds: number): PlacedSegment => {
      const { report, ...rest } = segment({ start });
      const tracks = [
        { id: 0, type: 'video', start, end: start + seconds, longestStep: 1 },
      ] as const;
      return { ...rest, report: { ...report, tracks } };
    };
    expect(
      verdicts({ previous: still(4, 3.6), current: still(8.4, 3.6), next: still(12, 4) }),
    ).toEqual([]);
  });
});

describe('unwrapNear', () => {
  const wrapSeconds = 2 ** 33 / 90_000;
  it.each([
    ['continues', 10, 12, 10],
    ['has wrapped', 1, wrapSeconds + 0.5, wrapSeconds + 1],
    ['has wrapped twice', 1, 2 * wrapSeconds, 2 * wrapSeconds + 1],
    ['is slightly earlier', wrapSeconds - 1, 0.5, -1],
  ])('handles a clock that %s', (_, start, reference, expected) => {
    const { report } = segment({ start, report: {} });
    const [first] = unwrapNear({ ...report, wrapSeconds }, reference).tracks;
    expect([first?.start, first?.end]).toEqual([
      expect.closeTo(expected, 6),
      expect.closeTo(expected + S, 6),
    ]);
  });

  it.each([
    ['audio', 0, wrapSeconds - 0.02, [0, -0.02]],
    ['video', wrapSeconds - 0.02, 0, [wrapSeconds - 0.02, wrapSeconds]],
  ])(
    'keeps tracks together if only the %s starts before the clock wraps',
    (_, video, audio, expected) => {
      const { report } = segment({});
      const tracks = report.tracks.map((track) => {
        const start = track.type === 'video' ? video : audio;
        return { ...track, start, end: start + S };
      });
      const near = unwrapNear({ ...report, wrapSeconds, tracks }, null);
      expect(near.tracks.map(({ start }) => start)).toEqual(
        expected.map((start) => expect.closeTo(start, 6) as number),
      );
      expect(near.tracks.map(({ end }) => end)).toEqual(
        expected.map((start) => expect.closeTo(start + S, 6) as number),
      );
    },
  );
});
