import { picture, sound } from '../recorded-page.contract.js';
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
    [null, 'mp4', null, 'm4a', 'mp4', 2],
    [null, 'webm', null, 'webm', 'webm', 2],
    ['somethingnew', 'mp4', 'mp4a', 'm4a', 'mp4', 2],
  ])('%s (%s) with %s (%s): %s, fit %d', (...[vcodec, vext, acodec, aext, container, fits]) => {
    const [video, audio] = [picture({ vcodec, ext: vext }), sound({ acodec, ext: aext })];
    expect([joinedContainer(video, audio), fit(video, audio)]).toEqual([container, fits]);
  });
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
    [sound({ protocol: 'dash', ext: 'm4a', acodec: 'opus' }), 'ogg'],
    [sound({ protocol: 'dash', ext: 'm4a', acodec: 'mp4a.40.5' }), 'm4a'],
  ])('%#', (format, container) => {
    expect(singleContainer(format)).toBe(container);
  });
});
