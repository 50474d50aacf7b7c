import timers from 'node:timers/promises';

const LONGEST_MS = 5;

/** Shortens the waits between attempts in all tests of a file. */
export function shortenWaits(): void {
  const { setTimeout: delay } = timers;
  let shortened: jest.SpyInstance;

  beforeAll(() => {
    shortened = jest
      .spyOn(timers, 'setTimeout')
      .mockImplementation((ms, value, options) =>
        delay(Math.min(ms ?? 0, LONGEST_MS), value, options),
      );
  });
  afterAll(() => shortened.mockRestore());
}
