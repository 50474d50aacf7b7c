import { SHORT_ID } from '@dipper/contract';
import { newShortId } from './short-id.js';

it('makes ids of ten letters from all 62, without repeats', () => {
  const ids = Array.from({ length: 2000 }, newShortId);
  expect(ids.filter((id) => !SHORT_ID.test(id) || id.length !== 10)).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  // 20,000 characters: one of the 62 is missing once in 10^139 runs.
  expect(new Set(ids.join('')).size).toBe(62);
});
