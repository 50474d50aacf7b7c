import type { Format, VideoInfo } from '@dipper/contract';

/** A format. The overrides are the fields that a case is about. */
export function format(overrides: Partial<Format> = {}): Format {
  return {
    ...{ format_id: 'f', kind: 'merge', url: '', label: '720p MP4', ext: 'mp4', quality: '720p' },
    ...{ resolution: '720p', is_audio_only: false, has_audio: true, tbr: null, abr: null },
    ...{ vbr: null, bitrate: null, fps: 30, hdr: false, watermarked: false, vcodec: null },
    ...{ acodec: null, filesize: null, filesize_approx: false, recommended: false, reason: null },
    ...{ language: null, voice: null, filename: 'a.mp4', offer_id: 'o', task_id: 't' },
    ...overrides,
  };
}

export const sound = (overrides: Partial<Format> = {}): Format =>
  format({
    ...{ is_audio_only: true, quality: null, resolution: null, ext: 'm4a', kind: 'direct' },
    ...{ label: 'Audio M4A 128 kbps', bitrate: 128, task_id: undefined },
    ...overrides,
  });

const height = (quality: string, overrides: Partial<Format> = {}): Format =>
  format({ format_id: quality, label: `${quality} MP4`, quality, offer_id: quality, ...overrides });

const mp3 = (bitrate: number): Format =>
  sound({
    ...{ format_id: `mp3-${bitrate}`, label: `Audio MP3 ${bitrate} kbps`, ext: 'mp3', bitrate },
    ...{ kind: 'audio', task_id: `mp3-${bitrate}` },
  });

/** An item with videos of several heights, audio, conversions and subtitles. */
export function item(overrides: Partial<VideoInfo> = {}): VideoInfo {
  return {
    ...{ title: 'A title', platform: 'vimeo', webpage_url: 'https://vimeo.com/1' },
    ...{ thumbnail_url: null, thumbnail_grant: null, uploader: 'Someone', description: null },
    ...{ duration: 65, is_podcast: false, series: null, season_number: null },
    ...{ episode_number: null, chapters: [], picture_url: null, picture_grant: null, list: null },
    formats: [
      height('1080p60'),
      height('1080p', { language: 'de', format_id: 'de', offer_id: 'de' }),
      height('720p', { recommended: true, filesize: 9_000_000, filesize_approx: true }),
      height('360p'),
      sound({ format_id: 'm4a', offer_id: 'm4a' }),
      ...[320, 192, 128].map(mp3),
    ],
    subtitles: [
      { language: 'en', name: null, machine: true },
      { language: 'en-GB', name: null, machine: false },
      { language: 'de', name: null, machine: true },
    ],
    ...overrides,
  };
}
