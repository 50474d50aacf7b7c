import { cookieFault } from './cookie-file.js';

const HEAD = '# Netscape HTTP Cookie File';
const line = (...fields: string[]): string => fields.join('\t');
const good = line('.site.example', 'TRUE', '/', 'TRUE', '1999999999', 'session', 'secret=1; x');

describe('cookieFault', () => {
  it.each([
    ['one cookie', `${HEAD}\n${good}\n`],
    ['a file written by curl', `${HEAD}\n# https://curl.se/docs/http-cookies.html\n\n${good}`],
    ['Windows line endings', `${HEAD}\r\n\r\n${good}\r\n`],
    ['an HttpOnly cookie', `# HTTP Cookie File\n#HttpOnly_${good}\n`],
    ['a session cookie', `${HEAD}\n${good.replace('1999999999', '')}\n`],
    ['a cookie with an empty value', `${HEAD}\n${good.replace('secret=1; x', '')}\n`],
  ])('accepts %s', (_, text) => {
    expect(cookieFault(text)).toBeNull();
  });

  it.each([
    ['an empty file', '', /^must begin/],
    ['cookies without the header line', `${good}\n`, /^must begin/],
    ['JSON', '[{"name": "secret"}]', /^must begin/],
    ['a web page', '<!doctype html><title>secret</title>', /^must begin/],
    ['a file without cookies', `${HEAD}\n# a comment\n`, /^contains no cookies/],
    ['spaces instead of tabs', `${HEAD}\n${good.replaceAll('\t', ' ')}\n`, /^line 2 /],
    ['a Cookie header', `${HEAD}\n${good}\nCookie: secret=1\n`, /^line 3 /],
    ['too many fields', `${HEAD}\n${good}\tsecret\n`, /^line 2 /],
    ['a cookie without a domain', `${HEAD}\n${good.replace('.site.example', '')}\n`, /^line 2 /],
    ['a date as text', `${HEAD}\n${good.replace('1999999999', 'secret')}\n`, /^line 2 /],
    ['control characters', `${HEAD}\n${good}\u0000secret\n`, /^line 2 /],
  ])('rejects %s without repeating its contents', (_, text, fault) => {
    expect(cookieFault(text)).toMatch(fault);
    expect(cookieFault(text)).not.toContain('secret');
  });
});
