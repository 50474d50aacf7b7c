import { readFileSync } from 'node:fs';
import { linkInText } from './link-in-text.js';

interface ShareMessage {
  text: string;
  url: string;
}
const recorded = JSON.parse(
  readFileSync('test/fixtures/share-messages.json', 'utf8'),
) as ShareMessage[];
const messages = recorded.map(({ text, url }) => ({ text, url }));
const urls = JSON.parse(readFileSync('test/fixtures/urls.json', 'utf8')) as ShareMessage[];

describe('linkInText', () => {
  it('finds the link in every recorded share message', () => {
    expect(messages).toHaveLength(20);
    expect(messages.map(({ text }) => ({ text, url: linkInText(text) }))).toEqual(messages);
  });

  it.each([
    ['on its own', (url: string) => url],
    ['in a Chinese message', (url: string) => `看看这个：${url}，复制本条信息`],
    ['in brackets', (url: string) => `Look (${url}).`],
  ])('finds every sample URL in full %s', (_, message) => {
    const whole = urls.map(({ url }) => url);
    expect(whole.length).toBeGreaterThan(50);
    expect(whole.map((url) => linkInText(message(url)))).toEqual(whole);
  });

  it.each([
    ['https://youtu.be/jNQXAC9IVRw.', 'https://youtu.be/jNQXAC9IVRw'],
    ['https://youtu.be/jNQXAC9IVRw?!', 'https://youtu.be/jNQXAC9IVRw'],
    ['"https://youtu.be/jNQXAC9IVRw",', 'https://youtu.be/jNQXAC9IVRw'],
    ['<https://youtu.be/jNQXAC9IVRw>', 'https://youtu.be/jNQXAC9IVRw'],
    ['**https://youtu.be/jNQXAC9IVRw**', 'https://youtu.be/jNQXAC9IVRw'],
    ['~~https://youtu.be/jNQXAC9IVRw~~', 'https://youtu.be/jNQXAC9IVRw'],
    ['[clip](https://youtu.be/jNQXAC9IVRw)', 'https://youtu.be/jNQXAC9IVRw'],
    ['https://youtu.be/jNQXAC9IVRw。', 'https://youtu.be/jNQXAC9IVRw'],
    ['https://youtu.be/jNQXAC9IVRw」を見て', 'https://youtu.be/jNQXAC9IVRw'],
    ['https://youtu.be/jNQXAC9IVRwを見て', 'https://youtu.be/jNQXAC9IVRw'],
    ['링크https://youtu.be/jNQXAC9IVRw입니다', 'https://youtu.be/jNQXAC9IVRw'],
    ['HTTPS://YouTu.be/jNQXAC9IVRw', 'HTTPS://YouTu.be/jNQXAC9IVRw'],
    ['https://a.example/A_(b)', 'https://a.example/A_(b)'],
    ['(https://a.example/A_(b))', 'https://a.example/A_(b)'],
    ['https://a.example/straße?q=größe.', 'https://a.example/straße?q=größe'],
    ['https://пример.рф/видео, смотри', 'https://пример.рф/видео'],
    ['https://a.example/1https://a.example/1', 'https://a.example/1'],
    ['https://a.example/r?u=https://b.example/2', 'https://a.example/r?u=https://b.example/2'],
    ['https://web.example/x/https://b.example/2', 'https://web.example/x/https://b.example/2'],
    ['https://[2001:db8::1]:8080/v.mp4', 'https://[2001:db8::1]:8080/v.mp4'],
    ['https:// then https://a.example/2', 'https://a.example/2'],
    ['first https://a.example/1 then https://a.example/2', 'https://a.example/1'],
    ['https://a.example/x-', 'https://a.example/x-'],
    // Links that keyboards, chat apps or page sources have mangled.
    ['看 https：//youtu.be/jNQXAC9IVRw', 'https://youtu.be/jNQXAC9IVRw'],
    ['https：／／youtu.be/jNQXAC9IVRw', 'https://youtu.be/jNQXAC9IVRw'],
    ['https://\u200byoutu.be/jNQXAC9IVRw', 'https://youtu.be/jNQXAC9IVRw'],
    ['"url":"https:\\/\\/youtu.be\\/jNQXAC9IVRw"', 'https://youtu.be/jNQXAC9IVRw'],
    ['?u=https%3A%2F%2Fa.example%2Fv%3Fb%3D1&c=2', 'https://a.example/v?b=1&c=2'],
    // Titles in scripts whose letters would otherwise end the link before the item's number.
    [
      '听 https://podcasts.apple.com/cn/podcast/声动早咖啡，早/id1487143507?i=1，很好',
      'https://podcasts.apple.com/cn/podcast/声动早咖啡，早/id1487143507?i=1',
    ],
    [
      'https://castbox.fm/episode/标题-id1234567-id12345678',
      'https://castbox.fm/episode/标题-id1234567-id12345678',
    ],
    ['https://b23.tv/a，https://a.example/id123456', 'https://b23.tv/a'],
    ['https://b23.tv/a复制 /id123456', 'https://b23.tv/a'],
    ['https://a.example/x/', 'https://a.example/x/'],
    ['http://127.0.0.1:4000/watch/muxed?rate=1', 'http://127.0.0.1:4000/watch/muxed?rate=1'],
  ])('in %j finds %s', (text, link) => {
    expect(linkInText(text)).toBe(link);
  });

  it.each([
    '',
    'no link',
    'www.youtube.com/watch?v=1',
    'ftp://a.example/1',
    'https://',
    'pda:/ x',
    'javascript:alert(1)',
  ])('finds no link in %j', (text) => {
    expect(linkInText(text)).toBeNull();
  });

  it('searches a hostile text in linear time', () => {
    // Quadratic code would take hours and exceed the test's time limit.
    expect(linkInText('https://'.repeat(200_000))).toBeNull();
    expect(linkInText(`https://a.example/${')'.repeat(2_000_000)}`)).toBeNull();
    expect(linkInText(`https://a.example/${'声'.repeat(500_000)}`)).toBe('https://a.example/');
    expect(linkInText(`https://a.example/${'b'.repeat(8_192)}`)).toBeNull();
  });
});
