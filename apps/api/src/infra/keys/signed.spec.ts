import { hashOfSecret, isSameMac, macOf, readSignedBytes, signBytes } from './signed.js';

const KEY = Buffer.alloc(32, 1);
const OTHER_KEY = Buffer.alloc(32, 2);
const SHAPE = { bodyBytes: 4, macBytes: 8 };
const BODY = Buffer.from('body');
const SIGNED = signBytes(BODY, SHAPE.macBytes, KEY);

describe('readSignedBytes', () => {
  it('returns what was signed', () => {
    expect(readSignedBytes(SIGNED, SHAPE, KEY)).toEqual(BODY);
  });

  it('returns null for any other text', () => {
    const changed = [...SIGNED].map((character, at) => {
      return SIGNED.slice(0, at) + (character === 'A' ? 'B' : 'A') + SIGNED.slice(at + 1);
    });
    const others = ['', 'body', SIGNED.slice(1), `${SIGNED}A`, `${SIGNED}=`, ` ${SIGNED}`];
    const read = [...changed, ...others].map((text) => readSignedBytes(text, SHAPE, KEY));
    expect(read.filter((body) => body !== null)).toEqual([]);
  });

  it('returns null for another key or another shape', () => {
    expect(readSignedBytes(SIGNED, SHAPE, OTHER_KEY)).toBeNull();
    expect(readSignedBytes(SIGNED, { bodyBytes: 8, macBytes: 4 }, KEY)).toBeNull();
  });
});

describe('macOf', () => {
  it('differs if the parts, their division or the key differ', () => {
    const macs = [
      macOf(['a', 'bc'], 16, KEY),
      macOf(['ab', 'c'], 16, KEY),
      macOf(['a', 'b', 'c'], 16, KEY),
      macOf(['a', 'bc'], 16, OTHER_KEY),
    ];
    expect(new Set(macs).size).toBe(4);
    expect(macs.every((mac) => /^[\w-]{22}$/.test(mac))).toBe(true);
  });
});

it.each([
  ['a', 'a', true],
  ['a', 'b', false],
  ['a', 'ab', false],
  ['é', 'ab', false],
])('isSameMac compares %j and %j', (one, other, expected) => {
  expect(isSameMac(one, other)).toBe(expected);
});

it('hashOfSecret is SHA-256 in base64url', () => {
  expect(hashOfSecret('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
});
