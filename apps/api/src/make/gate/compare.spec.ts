import { type Expectation, describeMissing, describeShortfall } from './compare.js';
import type { Probe, ProbedStream } from '../probe-schema.js';

const stream = (type: 'video' | 'audio', durationSeconds?: number | null): ProbedStream[] =>
  durationSeconds === undefined
    ? []
    : [
        {
          ...{ type, codec: 'any', durationSeconds, frames: null },
          ...{ pixels: 0, packetRate: null, isReordered: false, isEven: true },
        },
      ];

/** A probed file with these streams. The numbers are durations in seconds; null means unknown. */
function probe(
  { video, audio }: { video?: number | null; audio?: number | null },
  durationSeconds: number | null = Math.max(video ?? 0, audio ?? 0) || null,
): Probe {
  const streams = [...stream('video', video), ...stream('audio', audio)];
  return { durationSeconds, guessed: false, isCounted: false, startSeconds: 0, streams };
}
const sources = (video: number, audio: number): Probe[] => [probe({ video }), probe({ audio })];
const withPackets = (of: Probe, frames: number): Probe => ({
  ...of,
  streams: of.streams.map((found) => ({ ...found, frames })),
});
const both = { video: 'yes', audio: 'yes', pageDuration: null } as const;

/** Finds the first problem of a file, with the checks in their usual order. */
const problemWith = (result: Probe | null, expected: Expectation): string | null =>
  describeMissing(result, expected) ?? (result && describeShortfall(result, expected));

describe('describeMissing and describeShortfall', () => {
  it.each([
    ['as long as its sources', probe({ video: 100, audio: 100 }), sources(100, 100)],
    ['2% shorter', probe({ video: 98, audio: 98 }), sources(100, 100)],
    ['2% longer', probe({ video: 102, audio: 100 }), sources(100, 100)],
    ['1 s off, which is more than 2%', probe({ video: 11, audio: 12 }), sources(12, 12)],
    [
      'whose audio ends early, as in its source',
      probe({ video: 100, audio: 60 }),
      sources(100, 60),
    ],
    [
      'whose streams have no durations',
      probe({ video: null, audio: null }, 100),
      sources(100, 100),
    ],
    [
      'whose sources have no known duration',
      probe({ video: 100, audio: 100 }),
      [probe({ video: null }), probe({ audio: null })],
    ],
  ])('accepts a file %s', (_, result, of) => {
    expect(problemWith(result, { ...both, sources: of })).toBeNull();
  });

  it.each([
    ['is not media', null, sources(100, 100), /not a media file/],
    ['has no streams', probe({}), sources(100, 100), /not a media file/],
    ['lacks the video', probe({ audio: 100 }), sources(100, 100), /no video/],
    ['lacks the audio', probe({ video: 100 }), sources(100, 100), /no audio/],
    [
      'has truncated video',
      probe({ video: 97.9, audio: 100 }),
      sources(100, 100),
      /video lasts 97.9 s/,
    ],
    [
      'has truncated audio',
      probe({ video: 100, audio: 97.9 }),
      sources(100, 100),
      /audio lasts 97.9 s/,
    ],
    [
      'is off by slightly more than 1 s',
      probe({ video: 10.9, audio: 12 }),
      sources(12, 12),
      /video lasts 10.9 s/,
    ],
    ['is too long', probe({ video: 103, audio: 100 }), sources(100, 100), /video lasts 103 s/],
    [
      'is too short overall',
      probe({ video: null, audio: null }, 97),
      sources(100, 100),
      /lasts 97 s, but its sources last 100 s/,
    ],
    [
      'has no duration at all',
      probe({ video: null, audio: null }),
      sources(100, 100),
      /no duration/,
    ],
    [
      'lost packets while it was joined',
      withPackets(probe({ video: 100, audio: 100 }), 2990),
      [withPackets(probe({ video: 100, audio: 100 }), 3000)],
      /video has 2990 packets, but its source has 3000/,
    ],
  ])('rejects a file that %s', (_, result, of, problem) => {
    expect(problemWith(result, { ...both, sources: of })).toMatch(problem);
  });

  it.each([
    [100, 100, true],
    [100, 102, true],
    [100, 102.1, false],
    [100, 50, true],
    [12, 13, true],
    [12, 13.1, false],
    [100, null, true],
  ])('judges a file of %d s for a page that states %s s: %s', (seconds, pageDuration, isGood) => {
    const result = probe({ video: seconds, audio: seconds });
    const problem = problemWith(result, {
      ...both,
      pageDuration,
      sources: sources(seconds, seconds),
    });
    expect(problem === null).toBe(isGood);
  });

  it.each([
    [3600, 3300, true],
    [3600, 3200, false],
    [12, 10.7, false],
  ])(
    'checks audio of %d s according to its feed and %d s according to the file: %s',
    (pageDuration, seconds, isGood) => {
      const result = probe({ audio: seconds });
      const asked = { video: 'no', audio: 'yes', pageDuration, sources: [result] } as const;
      expect(problemWith(result, asked) === null).toBe(isGood);
    },
  );

  it.each([
    [
      'has video, although the page did not state its streams',
      'unknown',
      'unknown',
      probe({ video: 10 }),
      [probe({ video: 10 })],
      null,
    ],
    [
      'lost a stream of its source',
      'unknown',
      'unknown',
      probe({ video: 10 }),
      [probe({ video: 10, audio: 10 })],
      /lacks the audio stream of its source/,
    ],
    [
      'should be audio only, from a source with video',
      'no',
      'yes',
      probe({ audio: 10 }),
      [probe({ video: 10, audio: 10 })],
      null,
    ],
    [
      'is silent, as its page states',
      'yes',
      'no',
      probe({ video: 10 }),
      [probe({ video: 10 })],
      null,
    ],
  ] as const)(
    'judges the streams of a file that %s',
    (...[, video, audio, result, of, problem]) => {
      const found = problemWith(result, { video, audio, pageDuration: null, sources: of });
      expect(found).toEqual(problem === null ? null : expect.stringMatching(problem));
    },
  );
});
