import { checkLink, onlyLink } from './check-link.js';

describe('checkLink', () => {
  it.each([
    ['https://vimeo.com/1', 'https://vimeo.com/1'],
    ['  http://a.example/x  ', 'http://a.example/x'],
    ['看看这个 https://xhslink.com/a/b，复制打开', 'https://xhslink.com/a/b'],
  ])('takes the link out of %j', (text, link) => {
    expect(checkLink(text)).toEqual({ ok: true, link });
  });

  it.each([
    ['', 'messages.urlRequired'],
    [' \n\t', 'messages.urlRequired'],
    ['vimeo.com/1', 'messages.urlInvalid'],
    ['ftp://a.example/x', 'messages.urlInvalid'],
    ['javascript:alert(1)', 'messages.urlInvalid'],
    ['https://', 'messages.urlInvalid'],
  ])('refuses %j', (text, message) => {
    expect(checkLink(text)).toEqual({ ok: false, message });
  });
});

describe('onlyLink', () => {
  it.each([
    ['https://vimeo.com/1', 'https://vimeo.com/1'],
    ['look: https://vimeo.com/1 !', 'https://vimeo.com/1'],
    ['https://a.example/1 https://b.example/2', null],
    ['no link', null],
    ['', null],
  ])('%j -> %s', (text, link) => {
    expect(onlyLink(text)).toBe(link);
  });
});
