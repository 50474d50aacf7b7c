import { cookieHeader } from './cookie-header.js';

const url = 'https://v16.media.example/video?x=1';

describe('cookieHeader', () => {
  it.each([
    ['one cookie', 'a=1; Domain=.media.example; Path=/; Secure; Expires=1795230000', 'a=1'],
    [
      'several cookies',
      'a=1; Domain=.media.example; Path=/; b=2; Domain=media.example; Version=0',
      'a=1; b=2',
    ],
    ['a cookie without a domain', 'a=1', 'a=1'],
    ['= in the value', 'tok=a=b==; Domain=.media.example', 'tok=a=b=='],
    ['an empty value', 'a=; Domain=.media.example', 'a='],
    ['the exact host', 'a=1; Domain=v16.media.example', 'a=1'],
    ['a quoted value', String.raw`a="x\054y z"; Domain=.media.example`, 'a=x,y z'],
    ['a quoted quote', String.raw`a="x\"y"; Domain=.media.example`, 'a=x"y'],
  ])('parses %s', (_, field, expected) => {
    expect(cookieHeader(field, url)).toBe(expected);
  });

  it.each([
    ['another domain', 'a=1; Domain=.other.example; b=2; Domain=.media.example', 'b=2'],
    ['a domain that is only a textual suffix', 'a=1; Domain=dia.example', null],
    ['a subdomain of the host', 'a=1; Domain=x.v16.media.example', null],
    ['an invalid name', 'a b=1; Domain=.media.example', null],
    ['a name without a value', 'justaword', null],
    ['an empty field', '', null],
    ['line breaks', 'a=1\r\nX-Evil: 1; Domain=.media.example', null],
    ['hidden line breaks', String.raw`a="1\015\012X-Evil: 1"; b=2`, 'b=2'],
    ['characters that a header cannot contain', 'a=日本; b=2', 'b=2'],
  ])('drops %s', (_, field, expected) => {
    expect(cookieHeader(field, url)).toBe(expected);
  });
});
