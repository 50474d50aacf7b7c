/** Disables request timeouts in a file's tests, so that the tests don't fail on a busy machine. */
export function withoutDeadlines(): void {
  let timeout: jest.SpyInstance;
  beforeEach(() => {
    timeout = jest
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(() => new AbortController().signal);
  });
  afterEach(() => timeout.mockRestore());
}
