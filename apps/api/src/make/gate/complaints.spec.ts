import { isComplaint } from './complaints.js';

describe('isComplaint', () => {
  it.each([
    '[h264 @ 0x55afc07cb740] [error] error while decoding MB 9 6',
    '[h264_mp4toannexb @ 0x55afc07cb740] [error] Invalid NAL unit 1, skipping.',
    '[h264 @ 0x55afc07cb740] [info] concealing 231 DC, 231 AC, 231 MV errors in I frame',
    '[mov,mp4,m4a,3gp,3g2,mj2 @ 0x55cb8fb4f940] [error] stream 0, offset 0x123: partial file',
    '[matroska,webm @ 0x55cb8fb4f940] [error] File ended prematurely at pos. 123 (0x7b)',
    '[error] Error while decoding stream #0:0: Invalid data found when processing input',
    '[mpegts @ 0x55cb8fb4f940] [warning] Packet corrupt (stream = 0, dts = 126000).',
    '[fatal] something that nobody has seen yet',
  ])('recognizes %s', (line) => {
    expect(isComplaint(line)).toBe(true);
  });

  it.each([
    '[info] Stream #0:0(und): Video: h264 (High), yuv420p',
    '[h264 @ 0x55afc07cb740] [error] mmco: unref short failure',
    '[h264 @ 0x55afc07cb740] [error] co located POCs unavailable',
    '[hevc @ 0x55afc07cb740] [error] Could not find ref with POC 12',
    '[null @ 0x55afc07cb740] [error] Application provided invalid, non monotonically increasing dts',
    '[mov,mp4,m4a,3gp,3g2,mj2 @ 0x55cb8fb4f940] [warning] stream 0, timescale not set',
    '[error] Incorrect BOM value',
    '[error] Error reading comment frame, skipped',
    '[error] Error reading frame TIT2, skipped',
    'a line of another shape: error',
    '0,          0,          0,        1,   345600, 0xe00b2910',
    '',
  ])('ignores %j', (line) => {
    expect(isComplaint(line)).toBe(false);
  });
});
