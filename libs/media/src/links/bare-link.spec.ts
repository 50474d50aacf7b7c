import { bareLink } from './bare-link.js';

it.each([
  ['youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  [' www.tiktok.com/@a.b/video/1?x=y#z \n', 'https://www.tiktok.com/@a.b/video/1?x=y#z'],
  ['//vimeo.com/1', 'https://vimeo.com/1'],
  ['b23.tv/abc。', 'https://b23.tv/abc'],
  ['YOUTU.BE/abc', 'https://YOUTU.BE/abc'],
  ['youtube.com', 'https://youtube.com'],
  ['example.org:8080/watch', 'https://example.org:8080/watch'],
  ['127.0.0.1:4994/a.mp4', 'http://127.0.0.1:4994/a.mp4'],
  ['//192.168.1.20:8080/', 'http://192.168.1.20:8080/'],
  ['203.0.113.7:80?v=1。', 'http://203.0.113.7:80?v=1'],
  ['localhost:4994/a.mp4', 'http://localhost:4994/a.mp4'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['example.org/?v=1', 'https://example.org/?v=1'],
  ['xn--e1afmkfd.xn--p1ai/видео', 'https://xn--e1afmkfd.xn--p1ai/видео'],
  ['пример.рф/x', 'https://пример.рф/x'],
])('completes %j', (text, link) => {
  expect(bareLink(text)).toBe(link);
});

it.each([
  ...[
    '',
    '  ',
    'cats',
    'hello.world',
    'funny cat.video',
    'and/or',
    '3.14/2',
    '127.0.0.1/x',
    '256.0.0.1:80/x',
    '1.2.3:80/x',
    '1.2.3.4.5:80/x',
    '127.0.0.1:/x',
    '10:30/x',
    'localhost/x',
    '[::1]/x',
  ],
  ...[
    'user@example.org/x',
    'user:secret@youtu.be/x',
    'mailto:a@b.example',
    'javascript:alert(1)//a.b',
  ],
  ...[
    'ftp://a.example/x',
    'https://youtu.be/x',
    '.youtu.be/x',
    'youtu..be/x',
    '-a.example/x',
    'a.b/c',
  ],
  ...[
    'look youtu.be/x',
    'youtu.be /x',
    `${'a.'.repeat(5000)}example/x`,
    `a.example/${'x'.repeat(9000)}`,
  ],
])('does not treat %.40j as a link', (text) => {
  expect(bareLink(text)).toBeNull();
});

it('does not backtrack over a hostile text', () => {
  const hostile = `${'a-'.repeat(4000)}!`;
  for (let times = 0; times < 200; times += 1) {
    expect(bareLink(hostile)).toBeNull();
  }
});
