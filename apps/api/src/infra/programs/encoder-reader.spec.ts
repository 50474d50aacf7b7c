import { encodersIn } from './encoder-reader.js';

it('reads only encoder names from the list', () => {
  const text = [
    'Encoders:',
    ' V..... = Video',
    ' ------',
    ' VFS... mjpeg                MJPEG (Motion JPEG)',
    ' A....D libmp3lame           libmp3lame MP3 (MPEG audio layer 3) (codec mp3)',
    ' A..X.. opus                 Opus',
  ].join('\n');
  expect([...encodersIn(text)]).toEqual(['mjpeg', 'libmp3lame', 'opus']);
});
