import type { PlatformId } from '@dipper/media';
import { checkLink, onlyLink, pageOfSearch } from './check-link.js';

describe('checkLink', () => {
  it.each([
    ['https://vimeo.com/1', 'https://vimeo.com/1'],
    ['  http://a.example/x  ', 'http://a.example/x'],
    ['看看这个 https://xhslink.com/a/b，复制打开', 'https://xhslink.com/a/b'],
  ])('extracts the link from %j', (text, link) => {
    expect(checkLink(text)).toEqual({ ok: true, link, text: text.trim() });
  });

  it.each([
    ['', 'messages.urlRequired'],
    [' \n\t', 'messages.urlRequired'],
    ['vimeo', 'messages.urlInvalid'],
    ['ftp://a.example/x', 'messages.urlInvalid'],
    ['javascript:alert(1)', 'messages.urlInvalid'],
    ['https://', 'messages.urlInvalid'],
  ])('rejects %j', (text, message) => {
    expect(checkLink(text)).toEqual({ ok: false, message });
  });

  it('completes a link without a scheme', () => {
    const link = 'https://vimeo.com/1';
    expect(checkLink(' vimeo.com/1 ')).toEqual({ ok: true, link, text: link });
  });

  it.each([
    ['https://vimeo.com/1 from 0:12 to 0:41', 'https://vimeo.com/1 from 0:12 to 0:41'],
    ['vimeo.com/1 0:12–0:41 as GIF', 'https://vimeo.com/1 0:12–0:41 as GIF'],
    [
      '看看 https://vimeo.com/1 1:02:03-1:02:33 as mp3',
      'https://vimeo.com/1 1:02:03-1:02:33 as mp3',
    ],
  ])('keeps the clip that %j requests, and sends only the link', (text, link) => {
    expect(checkLink(text)).toEqual({ ok: true, link, text: 'https://vimeo.com/1' });
    expect(checkLink(link)).toMatchObject({ link });
    expect(pageOfSearch(link)).toBe('https://vimeo.com/1');
  });

  it.each([
    'I like https://vimeo.com/1 more than https://vimeo.com/2.',
    'https://vimeo.com/1 0:41-0:12',
  ])('keeps all of %j, because a part of it is not used', (text) => {
    expect(checkLink(` ${text} `)).toEqual({ ok: true, link: text, text });
    expect(pageOfSearch(text)).toBe('https://vimeo.com/1');
  });

  it.each<[PlatformId, string]>([
    ['youtube', 'messages.urlInvalid'],
    ['xiaohongshu', 'messages.urlInvalidXiaohongshu'],
    ['bilibili', 'messages.urlInvalidBilibili'],
  ])('shows a different error for the hint %s but accepts the same links', (hint, message) => {
    expect(checkLink('no link', hint)).toEqual({ ok: false, message });
    expect(checkLink('', hint)).toEqual({ ok: false, message: 'messages.urlRequired' });
    expect(checkLink('12 【笔记】 https://xhslink.com/a/b，复制', hint)).toMatchObject({
      ok: true,
    });
    expect(checkLink('https://vimeo.com/1', hint)).toMatchObject({ ok: true });
  });
});

describe('onlyLink', () => {
  it.each([
    ['https://vimeo.com/1', 'https://vimeo.com/1'],
    ['look: https://vimeo.com/1 !', 'https://vimeo.com/1'],
    ['https://a.example/1\nhttps://b.example/2', 'https://a.example/1 https://b.example/2'],
    ['https://a.example/1 or https://b.example/2', null],
    ['youtu.be/abc', 'https://youtu.be/abc'],
    ['look: https://vimeo.com/1 0:12 – 0:41', 'https://vimeo.com/1 0:12 – 0:41'],
    ['youtu.be/abc 0:12-0:41 as gif', 'https://youtu.be/abc 0:12-0:41 as gif'],
    ['https://vimeo.com/1 10:30-12:00 news', 'https://vimeo.com/1'],
    ['see youtu.be/abc', null],
    ['no link', null],
    ['', null],
  ])('of %j is %j', (text, link) => {
    expect(onlyLink(text)).toBe(link);
  });
});
