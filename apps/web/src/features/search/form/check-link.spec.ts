import type { PlatformId } from '@dipper/media';
import { checkLink, onlyLink } from './check-link.js';

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

  it.each<[PlatformId, string]>([
    ['youtube', 'messages.urlInvalid'],
    ['xiaohongshu', 'messages.urlInvalidXiaohongshu'],
    ['bilibili', 'messages.urlInvalidBilibili'],
  ])(
    'with the hint %s, words the error differently but accepts the same links',
    (hint, message) => {
      expect(checkLink('no link', hint)).toEqual({ ok: false, message });
      expect(checkLink('', hint)).toEqual({ ok: false, message: 'messages.urlRequired' });
      expect(checkLink('12 【笔记】 https://xhslink.com/a/b，复制', hint)).toMatchObject({
        ok: true,
      });
      expect(checkLink('https://vimeo.com/1', hint)).toMatchObject({ ok: true });
    },
  );
});

describe('onlyLink', () => {
  it.each([
    ['https://vimeo.com/1', 'https://vimeo.com/1'],
    ['look: https://vimeo.com/1 !', 'https://vimeo.com/1'],
    ['https://a.example/1\nhttps://b.example/2', 'https://a.example/1 https://b.example/2'],
    ['https://a.example/1 or https://b.example/2', null],
    ['youtu.be/abc', 'https://youtu.be/abc'],
    ['see youtu.be/abc', null],
    ['no link', null],
    ['', null],
  ])('of %j is %j', (text, link) => {
    expect(onlyLink(text)).toBe(link);
  });
});
