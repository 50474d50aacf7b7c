import { AsyncLocalStorage } from 'node:async_hooks';
import { DueWork } from './due-work.js';
import { quietLogger } from './testing/quiet-logger.js';
import { waitUntil } from './testing/wait-until.js';

quietLogger();

/** Processes two numbers at a time. */
class Numbers extends DueWork<number> {
  readonly finishers: (() => void)[] = [];
  readonly done: number[] = [];
  onProcess = (): void => undefined;

  constructor(
    readonly due: number[],
    isOurs = true,
  ) {
    super({ isOurs, atOnce: 2, soonMs: [1, 5] });
  }

  claim(_: string, limit: number): Promise<number[]> {
    return Promise.resolve(this.due.splice(0, limit));
  }

  protected async process(item: number): Promise<void> {
    this.onProcess();
    await new Promise<void>((resolve) => this.finishers.push(resolve));
    this.done.push(item);
  }

  finish(): void {
    this.finishers.splice(0).forEach((finish) => finish());
  }

  untilUnderWay(count: number): Promise<void> {
    return waitUntil(() => this.finishers.length === count, `${count} under way`);
  }
}

describe('due work', () => {
  it('is done a few items at a time, and those in progress are finished at shutdown', async () => {
    const work = new Numbers([1, 2, 3, 4, 5]);
    work.onApplicationBootstrap();
    await work.untilUnderWay(2);
    await work.look();
    expect([work.finishers.length, work.due]).toEqual([2, [3, 4, 5]]);
    work.finish();
    await work.untilUnderWay(2);
    const closed = work.beforeApplicationShutdown();
    work.finish();
    await closed;
    await work.look();
    expect([work.done, work.due]).toEqual([[1, 2, 3, 4], [5]]);
  });

  it('runs outside the context of whatever made it due', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const work = new Numbers([1]);
    work.onProcess = () => void seen.push(request.getStore());
    request.run('of somebody else', () => work.lookSoon());
    await work.untilUnderWay(1);
    expect(seen).toEqual([undefined]);
  });

  it('is looked for again after a failure', async () => {
    const work = new Numbers([1]);
    jest.spyOn(work, 'claim').mockRejectedValueOnce(new Error('the database is down'));
    await work.look();
    expect(work.finishers).toEqual([]);
    await work.look();
    await work.untilUnderWay(1);
  });

  it('is left to other processes', async () => {
    const work = new Numbers([1], false);
    work.lookSoon();
    await work.look();
    expect(work.due).toEqual([1]);
  });
});
