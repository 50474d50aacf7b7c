import { nameInZip } from './zip-names.js';

describe('nameInZip', () => {
  it.each<[fileName: string, at: number, total: number, expected: string]>([
    ['a.mp4', 0, 1, '01_a.mp4'],
    ['a.mp4', 99, 100, '100_a.mp4'],
    ['a.mp4', 4, 200, '005_a.mp4'],
    ['Cafe\u0301.webm', 9, 50, '10_Cafe\u0301.webm'],
    ['no extension', 0, 2, '01_no extension'],
    [`${'語'.repeat(83)}.mp4`, 0, 2, `01_${'語'.repeat(82)}.mp4`],
    [`${'a'.repeat(246)}._.mp4`, 0, 2, `01_${'a'.repeat(246)}.mp4`],
  ])('turns %s, at index %d of %d, into %s', (fileName, at, total, expected) => {
    const name = nameInZip(fileName, at, total);
    expect(name).toBe(expected);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  });
});
