import { isFarBehind, untilPipesKeepUp } from './pipe-speed.js';

const MIB = 2 ** 20;

describe('isFarBehind', () => {
  it.each([
    ['a short file that has not reached the pipe yet', 13 * MIB, 13 * MIB, false],
    ['less than half of a large file', 200 * MIB, 600 * MIB, false],
    ['more than half of a large file', 301 * MIB, 600 * MIB, true],
  ])('judges %s', (_, left, bytes, expected) => {
    expect(isFarBehind(left, bytes)).toBe(expected);
  });
});

describe('untilPipesKeepUp', () => {
  /** @returns how often it waits for a file of which these many MiB have arrived each time */
  const waits = async (size: number, ...arrived: number[]): Promise<number> => {
    const file = { size: size * MIB, received: 0, isComplete: false };
    let waited = 0;
    await untilPipesKeepUp([file, { size: 1, received: 1, isComplete: true }], () => {
      file.received = (arrived[waited] ?? size) * MIB;
      file.isComplete = file.received === file.size;
      waited += 1;
      return Promise.resolve();
    });
    return waited;
  };

  it('waits until a large source arrives more slowly', async () => {
    expect(await waits(600, 150, 300, 310)).toBe(3);
  });

  it('measures a slow source only once', async () => {
    expect(await waits(600, 20)).toBe(1);
  });

  it('ends when the source is complete', async () => {
    expect(await waits(600, 300, 600)).toBe(2);
  });

  it('does not wait for a source that the pipes transfer almost instantly', async () => {
    expect(await waits(13)).toBe(0);
  });

  it('ends when the attempt is aborted', async () => {
    const file = { size: 600 * MIB, received: 0, isComplete: false };
    const abort = (): Promise<never> => Promise.reject(new Error('aborted'));
    await expect(untilPipesKeepUp([file], abort)).rejects.toThrow('aborted');
  });
});
