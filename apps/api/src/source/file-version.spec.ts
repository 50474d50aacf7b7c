import { isSameVersion, strongTag, versionOf } from './file-version.js';

const of = (
  etag: string | null,
  lastModified: string | null = null,
): { etag: string | null; lastModified: string | null } => ({ etag, lastModified });

describe('isSameVersion', () => {
  it.each([
    ['equal tags', of('"a"'), of('"a"'), true],
    ['other tags', of('"a"'), of('"b"'), false],
    ['equal weak tags', of('W/"a"'), of('W/"a"'), true],
    ['other weak tags', of('W/"a"'), of('W/"b"'), false],
    ['other tags with one date', of('"a"', 'd'), of('"b"', 'd'), false],
    ['one tag with other dates', of('"a"', 'd'), of('"a"', 'e'), true],
    ['equal dates', of(null, 'd'), of(null, 'd'), true],
    ['other dates', of(null, 'd'), of(null, 'e'), false],
    ['a tag on one side, other dates', of('"a"', 'd'), of(null, 'e'), false],
    ['a tag on one side only', of('"a"'), of(null), true],
    ['nothing', of(null), of(null), true],
  ])('%s', (_, one, other, expected) => {
    expect([isSameVersion(one, other), isSameVersion(other, one)]).toEqual([expected, expected]);
  });
});

it('reads versions from headers, and asks with strong tags only', () => {
  expect(versionOf({ etag: ['"a"', '"b"'], 'last-modified': 'd' })).toEqual(of('"a"', 'd'));
  expect(versionOf({})).toEqual(of(null));
  expect([of('"a"'), of('W/"a"'), of(null)].map(strongTag)).toEqual(['"a"', null, null]);
});
