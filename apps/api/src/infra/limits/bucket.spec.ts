import { tokensLeft, takeToken, type Bucket } from './bucket.js';
import { Buckets } from './buckets.js';

function givenAtOnce(bucket: Bucket, asked: number): number {
  const buckets = new Buckets();
  return Array.from({ length: asked }, () => buckets.take('a', bucket, 1000)).filter(
    ({ waitMs }) => waitMs === 0,
  ).length;
}

describe('take', () => {
  it.each([
    [{ size: 1, refillMs: 1000 }, 1],
    [{ size: 7, refillMs: 1000 }, 7],
    [{ size: 60, refillMs: 60_000 }, 60],
    [{ size: 1200, refillMs: 60_000 }, 1200],
  ])('grants as many consecutive requests as there are tokens: %j', (bucket, given) => {
    expect(givenAtOnce(bucket, bucket.size + 5)).toBe(given);
  });

  it.each([
    ['full', -5, { waitMs: 0, fullInMs: 100 }],
    ['half empty', 500, { waitMs: 0, fullInMs: 600 }],
    ['down to its last token', 900, { waitMs: 0, fullInMs: 1000 }],
    ['empty', 1000, { waitMs: 100, fullInMs: 1000 }],
    ['just short of a token', 930, { waitMs: 30, fullInMs: 930 }],
  ])('takes from a bucket that is %s', (_, fullInMs, taken) => {
    expect(takeToken(fullInMs, { size: 10, refillMs: 1000 })).toEqual(taken);
  });

  it('reports how many are left', () => {
    const bucket = { size: 7, refillMs: 1000 };
    let taken = takeToken(0, bucket);
    const counts = [tokensLeft(taken, bucket)];
    while (counts.length < 7) {
      taken = takeToken(taken.fullInMs, bucket);
      counts.push(tokensLeft(taken, bucket));
    }
    expect(counts).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });
});

describe('Buckets', () => {
  const bucket = { size: 2, refillMs: 1000 };

  it('refill over time, and lose nothing when a request is refused', () => {
    const buckets = new Buckets();
    const at = [0, 0, 0, 499, 500, 500, 1000, 5000, 5000, 5000];
    expect(at.map((now) => buckets.take('a', bucket, 1_000_000 + now).waitMs)).toEqual([
      0, 0, 500, 1, 0, 500, 0, 0, 0, 500,
    ]);
  });

  it('count each key separately', () => {
    const buckets = new Buckets();
    const keys = ['a', 'a', 'a', 'b', 'b', 'b'];
    expect(keys.map((key) => buckets.take(key, bucket, 0).waitMs)).toEqual([0, 0, 500, 0, 0, 500]);
  });
});
