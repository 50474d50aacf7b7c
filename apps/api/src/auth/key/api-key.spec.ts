import { hashOfApiKey, mintApiKey, presentsApiKey } from './api-key.js';

const { key, hash, prefix } = mintApiKey();

it('makes a different key each time, and stores only its prefix and a hash', () => {
  expect(key).toMatch(/^dip_[0-9A-Za-z]{49}$/);
  expect(hashOfApiKey(key)).toBe(hash);
  expect(key.startsWith(prefix)).toBe(true);
  expect([prefix.length, hash.length]).toEqual([8, 43]);
  expect(new Set(Array.from({ length: 100 }, () => mintApiKey().hash)).size).toBe(100);
});

it('gives a key a checksum that others, such as secret scanners, can compute', () => {
  expect(hashOfApiKey(`dip_${'0'.repeat(43)}2CZclj`)).toHaveLength(43);
});

it.each([
  ['', 'nothing'],
  ['dip_', 'the prefix alone'],
  [key.slice(0, -1), 'a key without its last character'],
  [`${key}0`, 'a key with one more'],
  [key.toUpperCase(), 'a key in capitals'],
  [key.slice(4), 'a key without its prefix'],
  [`${key}\n`, 'a key with a line break'],
  [key.replace(/.(?=.{10}$)/, (old) => (old === 'a' ? 'b' : 'a')), 'a key with a typing error'],
])('recognizes without the database that %j is not a key', (text) => {
  expect(hashOfApiKey(text)).toBeNull();
});

it.each([
  [`Bearer ${key}`, true],
  ['bearer dip_', true],
  ['Bearer  dip_x', true],
  ['Bearer DIP_x', true],
  ['Bearer "dip_x"', true],
  ['Bearer dip_ä', true],
  ['dip_x', true],
  ['Basic dip_x', true],
  ['Token token=dip_x', true],
  [undefined, false],
  ['', false],
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJdip_-dip_.x', false],
])('decides whether %j presents an API key: %j', (header, presents) => {
  expect(presentsApiKey(header)).toBe(presents);
});
