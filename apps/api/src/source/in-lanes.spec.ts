import { inLanes } from './in-lanes.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('inLanes', () => {
  it.each([1, 3, 8])('does each once, never more than %d at once', async (most) => {
    const done: number[] = [];
    let [running, highest] = [0, 0];
    await inLanes(
      Array.from({ length: 20 }, (_, at) => at),
      () => most,
      async (item) => {
        highest = Math.max(highest, (running += 1));
        await turn();
        running -= 1;
        done.push(item);
      },
    );
    expect([done.length, new Set(done).size, highest]).toEqual([20, 20, most]);
  });

  it('follows when the number of lanes changes', async () => {
    const seen: number[] = [];
    let [running, lanes] = [0, 1];
    await inLanes(
      Array.from({ length: 12 }),
      () => lanes,
      async () => {
        seen.push((running += 1));
        await turn();
        running -= 1;
        lanes = 4;
      },
    );
    expect([seen[0], Math.max(...seen)]).toEqual([1, 4]);
  });

  it('fails with the first failure, begins nothing more, and returns when nothing runs', async () => {
    const begun: number[] = [];
    let ended = 0;
    const failing = inLanes(
      [0, 1, 2, 3, 4, 5],
      () => 3,
      async (item, failed) => {
        begun.push(item);
        await turn();
        if (item === 1) {
          throw new Error('first');
        }
        while (!failed.aborted) {
          await turn();
        }
        await turn();
        ended += 1;
        throw new Error('later');
      },
    );
    await expect(failing).rejects.toThrow('first');
    expect([begun, ended]).toEqual([[0, 1, 2], 2]);
  });

  it('is done at once with nothing to do', async () => {
    await expect(
      inLanes(
        [],
        () => 3,
        () => Promise.reject(new Error('never')),
      ),
    ).resolves.toBeUndefined();
  });
});
