import { deriveKey } from '../../infra/keys/keys.js';
import { grantedPage, grantEnd, signPicture } from './picture-grant.js';

const KEY = deriveKey('a secret of at least sixteen characters', 'picture grant');
const NOW = Date.UTC(2026, 4, 1, 12, 34, 56);
const HOUR_MS = 3_600_000;

/** Generates the same numbers in each run (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const LETTERS = [...'abcXYZ019-._~:/?#[]@!$&\'()*+,;=%"\\ ', 'ü', '日', '\u{1f600}', '\n', '\0'];

const CASES = Array.from({ length: 300 }, (_, seed) => {
  const upTo = numbers(seed);
  const text = (): string =>
    Array.from({ length: upTo(60) }, () => LETTERS[upTo(LETTERS.length)]).join('');
  return {
    picture: { url: `https://i.example/${text()}`, pageUrl: `https://page.example/${text()}` },
    endsAt: grantEnd(NOW + upTo(1000) * HOUR_MS),
    upTo,
  };
});

function changed(text: string, upTo: (below: number) => number): string {
  const at = upTo(text.length);
  const [before, here, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  const other = here === 'A' ? 'B' : 'A';
  return [before + other + after, before + after, before + other + here + after][upTo(3)] ?? '';
}

describe('a picture grant', () => {
  it('identifies the page of its picture until it expires', () => {
    for (const { picture, endsAt } of CASES) {
      const grant = signPicture(picture, endsAt, KEY);
      expect(grant).toMatch(/^[\w.-]+$/);
      expect(grantedPage(picture.url, grant, KEY, NOW)).toBe(picture.pageUrl);
      expect(grantedPage(picture.url, grant, KEY, endsAt * 1000 - 1)).toBe(picture.pageUrl);
      expect(grantedPage(picture.url, grant, KEY, endsAt * 1000)).toBeNull();
    }
  });

  it('is invalid if its picture, page, expiry or signature differs', () => {
    for (const { picture, endsAt, upTo } of CASES) {
      const { url, pageUrl } = picture;
      const grant = signPicture(picture, endsAt, KEY);
      const [end = '', mac = '', page = ''] = grant.split('.');
      const otherPage = Buffer.from(changed(pageUrl, upTo)).toString('base64url');
      const forged: [url: string, grant: string][] = [
        [changed(url, upTo), grant],
        [url, `${end}.${mac}.${otherPage}`],
        [url, `${end}.${mac}.${changed(page, upTo)}`],
        [url, `${(endsAt + 1).toString(36)}.${mac}.${page}`],
        [url, `${changed(end, upTo)}.${mac}.${page}`],
        [url, `${end}.${changed(mac, upTo)}.${page}`],
        [url, changed(grant, upTo)],
      ];
      for (const [asked, one] of forged) {
        expect([asked, one, grantedPage(asked, one, KEY, 0)]).toEqual([asked, one, null]);
      }
    }
  });

  it('is invalid in another base64 spelling of the same bytes', () => {
    const url = 'https://i.example/1.jpg';
    const grant = signPicture({ url, pageUrl: 'https://page.example/1' }, grantEnd(NOW), KEY);
    const [end = '', mac = '', page = ''] = grant.split('.');
    // The last of the 22 characters has only two significant bits.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(mac.at(-1) ?? '');
    for (const other of [
      `${end}.${mac.slice(0, -1)}${alphabet[last ^ 1]}.${page}`,
      `0${grant}`,
      grant.toUpperCase(),
      `${grant}=`,
      `${end}.${mac}=.${page}`,
      ` ${grant}`,
      `${grant}\n`,
      `${grant}.`,
    ]) {
      expect([other, grantedPage(url, other, KEY, NOW)]).toEqual([other, null]);
    }
  });

  it.each([
    ['an empty text', ''],
    ['a text of dots', '..'],
    ['a grant without a signature', 'a..'],
    ['a grant with an expiry that is not a safe number', `zzzzzzzzzzz.${'A'.repeat(22)}.`],
    ['a long text', 'x'.repeat(10_000)],
  ])('is not read from %s', (_what, text) => {
    expect(grantedPage('https://i.example/1.jpg', text, KEY, NOW)).toBeNull();
  });

  it('is valid for one key only, and not for another secret or purpose', () => {
    const picture = { url: 'https://i.example/1.jpg', pageUrl: 'https://page.example/1' };
    for (const key of [
      deriveKey('another secret of at least sixteen', 'picture grant'),
      deriveKey('a secret of at least sixteen characters', 'access token'),
    ]) {
      const grant = signPicture(picture, grantEnd(NOW), key);
      expect(grantedPage(picture.url, grant, KEY, NOW)).toBeNull();
    }
  });

  it('is valid for three to six hours, and stays the same within a window', () => {
    const ends = Array.from({ length: 24 * 60 }, (_, minute) => {
      const at = NOW + minute * 60_000;
      const leftMs = grantEnd(at) * 1000 - at;
      expect(leftMs).toBeGreaterThan(3 * HOUR_MS - 1);
      expect(leftMs).toBeLessThanOrEqual(6 * HOUR_MS);
      return grantEnd(at);
    });
    expect(new Set(ends).size).toBe(9);
  });
});
