import { fileLabel } from './file-label.js';

describe('fileLabel', () => {
  it.each([
    [{ filename: 'h_vimeo_Clip_720p.mp4', resolution: '720p' }, ['720p', 'MP4', null]],
    [{ filename: 'a.webm', resolution: '1080p60', bitrate: 3000 }, ['1080p60', 'WebM', null]],
    // The bitrate parameter may refer to the source.
    [{ filename: 'Song_320kbps.mp3', is_audio: 'true', bitrate: 129 }, [null, 'MP3', 320]],
    [{ filename: 'Song_1.4Mbps.flac', is_audio: 'true' }, [null, 'FLAC', 1400]],
    [{ filename: 'Song.m4a', is_audio: 'true', bitrate: 128 }, [null, 'M4A', 128]],
    [{ url: 'https://cdn.example/a/b.m4a?x=.mp4', is_audio: 'true' }, [null, 'M4A', null]],
    [{ url: 'https://cdn.example/a.m3u8', resolution: '720p' }, ['720p', null, null]],
    [{ url: '/api/download/start-merge?task_id=q' }, [null, null, null]],
    [{ url: 'https://cdn.example/watch.php', filename: 'no type' }, [null, null, null]],
    [{}, [null, null, null]],
  ])('labels %j', (query, [quality, type, bitrate]) => {
    expect(fileLabel(query)).toEqual({ quality, type, bitrate });
  });
});
