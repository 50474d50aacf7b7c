import { isDiskFull, saysDiskFull } from './disk-full.js';

describe('isDiskFull', () => {
  it.each([
    [{ code: 'ENOSPC' }, true],
    [{ code: 'EDQUOT' }, true],
    [{ code: 'EFBIG' }, true],
    [{ code: '53100' }, true],
    [{ code: 'EIO' }, false],
    [{ code: undefined }, false],
    [new Error('ENOSPC'), false],
    ['ENOSPC', false],
    [null, false],
    [undefined, false],
  ])('of %j is %s', (error, expected) => {
    expect(isDiskFull(error)).toBe(expected);
  });
});

describe('saysDiskFull', () => {
  it.each([
    ['av_interleaved_write_frame(): No space left on device', true],
    ['file:/x: Disk quota exceeded', true],
    ['file:/x: Permission denied', false],
  ])('of %j is %s', (output, expected) => {
    expect(saysDiskFull(output)).toBe(expected);
  });
});
