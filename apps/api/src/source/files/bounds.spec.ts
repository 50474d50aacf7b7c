import { boundSize } from './bounds.js';

it('accepts the limit, and rejects one byte more with an error that states the limit', () => {
  expect(() => boundSize(4 * 1024 ** 3, 4 * 1024 ** 3)).not.toThrow();
  expect(() => boundSize(4 * 1024 ** 3 + 1, 4 * 1024 ** 3)).toThrow(
    expect.objectContaining({
      code: 'FILE_TOO_LARGE',
      message: expect.stringContaining('4.0 GB') as string,
    }) as Error,
  );
});
