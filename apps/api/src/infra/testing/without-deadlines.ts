/** In the tests of a file, no request is late: how busy the machine is must not decide them. */
export function withoutDeadlines(): void {
  let timeout: jest.SpyInstance;
  beforeEach(() => {
    timeout = jest
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(() => new AbortController().signal);
  });
  afterEach(() => timeout.mockRestore());
}
