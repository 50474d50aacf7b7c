import { picture, sound, sourceFormat } from '../testing/recorded-page.js';
import { fit, joinedContainer, singleContainer } from './container.js';

describe('joinedContainer and fit', () => {
  it.each([
    ['avc1.640028', 'mp4', 'mp4a.40.2', 'm4a', 'mp4', 2],
    ['avc1.640028', 'mp4', 'opus', 'webm', 'mp4', 1],
    ['avc1.640028', 'mp4', 'vorbis', 'webm', 'mkv', 0],
    ['hev1.1.6', 'mp4', 'ec-3', 'm4a', 'mp4', 2],
    ['vp09.00.40.08', 'webm', 'opus', 'webm', 'webm', 2],
    ['vp9', 'webm', 'mp4a.40.2', 'm4a', 'mp4', 1],
    ['vp09.00.40.08', 'mp4', 'mp4a.40.2', 'mp4', 'mp4', 2],
    ['av01.0.08M.08', 'mp4', 'opus', 'webm', 'mp4', 1],
    ['av01.0.08M.08', 'webm', 'opus', 'webm', 'webm', 2],
    ['vp8', 'webm', 'vorbis', 'webm', 'webm', 2],
    ['vp8', 'webm', 'mp4a.40.2', 'm4a', 'mkv', 0],
    ['avc1.640028', 'mp4', 'flac', 'flac', 'mkv', 0],
    ['avc1.640028', 'mp4', 'fLaC', 'm4a', 'mkv', 0],
    ['avc1.640028', 'mp4', null, 'flac', 'mkv', 0],
    ['vp9', 'webm', 'flac', 'm4a', 'mkv', 0],
    ['avc1.640028', 'mp4', null, 'wav', 'mkv', 0],
    ['avc1.640028', 'mp4', 'mp4a.6B', 'm4a', 'mp4', 2],
    [null, 'mp4', null, 'm4a', 'mp4', 2],
    [null, 'webm', null, 'webm', 'webm', 2],
    ['somethingnew', 'mp4', 'mp4a', 'm4a', 'mp4', 2],
  ])(
    'joins %s (%s) with %s (%s) into %s (fit %d)',
    (...[vcodec, vext, acodec, aext, container, fits]) => {
      const [video, audio] = [picture({ vcodec, ext: vext }), sound({ acodec, ext: aext })];
      expect([joinedContainer(video, audio), fit(video, audio)]).toEqual([container, fits]);
    },
  );
});

describe('singleContainer', () => {
  it.each([
    [picture({ ext: '3gp' }), '3gp'],
    [sound({ ext: 'opus' }), 'opus'],
    [picture({ protocol: 'hls', ext: 'mp4' }), 'mp4'],
    [picture({ protocol: 'hls', ext: 'ts', vcodec: null }), 'mp4'],
    [picture({ protocol: 'dash', ext: 'webm', vcodec: 'vp9' }), 'webm'],
    [sound({ protocol: 'hls', ext: 'mp4', acodec: null }), 'm4a'],
    [sound({ protocol: 'hls', ext: 'mp3', acodec: null }), 'mp3'],
    [sound({ protocol: 'hls', ext: 'mp4', acodec: 'mp3' }), 'mp3'],
    [sound({ protocol: 'hls', ext: 'opus', acodec: null }), 'ogg'],
    [sound({ protocol: 'dash', ext: 'm4a', acodec: 'flac' }), 'flac'],
    [sound({ protocol: 'hls', ext: 'flac', acodec: null }), 'flac'],
    [sound({ protocol: 'dash', ext: 'm4a', acodec: 'ec-3' }), 'mp4'],
    [sound({ protocol: 'dash', ext: 'm4a', acodec: 'ac-3' }), 'm4a'],
    [sound({ protocol: 'dash', ext: 'm4a', acodec: 'mp4a.40.34' }), 'mp3'],
    [sound({ protocol: 'dash', ext: 'm4a', acodec: 'mp4a.69' }), 'mp3'],
    [sound({ protocol: 'dash', ext: 'm4a', acodec: 'mp4a.6B' }), 'mp3'],
    [sound({ protocol: 'hls', ext: 'wav', acodec: 'pcm_s16le' }), 'mka'],
    [sourceFormat({ protocol: 'hls' }), 'mp4'],
    [sourceFormat({ protocol: 'hls', acodec: 'flac' }), 'mkv'],
    [sourceFormat({ protocol: 'hls', vcodec: 'vp9', acodec: 'opus', ext: 'webm' }), 'webm'],
    [sound({ protocol: 'dash', ext: 'm4a', acodec: 'opus' }), 'ogg'],
    [sound({ protocol: 'dash', ext: 'm4a', acodec: 'mp4a.40.5' }), 'm4a'],
  ])('uses the right container in row %#', (format, container) => {
    expect(singleContainer(format)).toBe(container);
  });
});
