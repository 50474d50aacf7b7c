import { relayedType } from './media-answer.js';

describe('relayedType', () => {
  it.each([
    ['video/mp4', 'v.mp4', 'video/mp4', false],
    ['Video/MP4; codecs="avc1"', 'v.mp4', 'video/mp4', false],
    ['audio/x-m4a', 'a.m4a', 'audio/x-m4a', false],
    ['application/octet-stream', 'v.webm', 'video/webm', false],
    ['binary/octet-stream', 'a.mp3', 'audio/mpeg', false],
    ['application/octet-stream', 'v.WMV', 'application/octet-stream', true],
    ['video/mp4', 'download', 'video/mp4', false],
  ])(
    'relays %s for the file %s as %s, only to be saved: %s',
    (contentType, fileName, mediaType, attachment) => {
      expect(relayedType(contentType, fileName)).toEqual({ mediaType, attachment });
    },
  );

  it.each([
    'text/html',
    'text/html; charset=utf-8',
    'text/html, video/mp4',
    'image/svg+xml',
    'image/png',
    'application/javascript',
    'application/json',
    'application/vnd.apple.mpegurl',
    'audio/mpegurl',
    'audio/x-mpegurl',
    'audio/x-scpls',
    'multipart/byteranges; boundary=x',
    'video/',
    'video/mp4 text/html',
    'video/mp4\u0000',
    'application/x-video/mp4',
    '',
    undefined,
  ])('rejects %j', (contentType) => {
    expect(relayedType(contentType, 'v.mp4')).toBeNull();
  });

  it.each([
    ['application/octet-stream', 'setup.exe'],
    ['video/mp4', 'setup.exe'],
    ['video/mp4', 'v.mp4.exe'],
    ['application/octet-stream', 'run.sh'],
    ['application/octet-stream', 'page.html'],
    ['audio/mpeg', 'a.zip'],
    ['application/octet-stream', 'nothing'],
  ])('rejects %s saved as %s', (contentType, fileName) => {
    expect(relayedType(contentType, fileName)).toBeNull();
  });
});
