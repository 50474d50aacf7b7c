import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFormat, SourceInfo } from '../source-info.js';
import { readYtdlpInfo } from '../extractors/ytdlp/info/read-ytdlp-info.js';
import { type YtdlpInfo, ytdlpInfoSchema } from '../extractors/ytdlp/info/ytdlp.schema.js';

export const RECORDINGS = join(__dirname, '../../../../../test/fixtures/ytdlp');

export function recorded(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(RECORDINGS, `${name}.json`), 'utf8')) as Record<
    string,
    unknown
  >;
}

export function ytdlpInfo(name: string, changes: Record<string, unknown> = {}): YtdlpInfo {
  return ytdlpInfoSchema.parse({ ...recorded(name), ...changes });
}

export function recordedInfo(name: string): SourceInfo {
  return readYtdlpInfo(ytdlpInfo(name), 'https://asked.example/page');
}

/** Returns a recorded page whose formats had no URLs, with URLs added. */
export function addressed(name: string): SourceInfo {
  const formats = (recorded(name)['formats'] as Record<string, unknown>[]).map((format) => ({
    ...format,
    url: `https://cdn.example/${String(format['format_id'])}`,
  }));
  return readYtdlpInfo(ytdlpInfo(name, { formats }), 'https://asked.example/page');
}

export function sourceFormat(changes: Partial<SourceFormat> = {}): SourceFormat {
  return {
    id: 'f',
    url: 'https://cdn.example/f.mp4',
    protocol: 'file',
    segments: null,
    ext: 'mp4',
    video: 'yes',
    audio: 'yes',
    vcodec: 'avc1.64001f',
    acodec: 'mp4a.40.2',
    width: 1280,
    height: 720,
    fps: 30,
    tbr: null,
    abr: null,
    vbr: null,
    sizeBytes: null,
    sizeIsEstimate: false,
    note: null,
    preference: 0,
    quality: -1,
    language: null,
    languagePreference: -1,
    isHdr: false,
    watermarked: false,
    headers: {},
    ...changes,
  };
}

export function picture(changes: Partial<SourceFormat> = {}): SourceFormat {
  return sourceFormat({ id: 'v', audio: 'no', acodec: null, ...changes });
}

export function sound(changes: Partial<SourceFormat> = {}): SourceFormat {
  return sourceFormat({
    id: 'a',
    url: 'https://cdn.example/a.m4a',
    ext: 'm4a',
    video: 'no',
    vcodec: null,
    width: null,
    height: null,
    fps: null,
    abr: 128,
    ...changes,
  });
}

export function sourceInfo(formats: readonly SourceFormat[]): SourceInfo {
  return {
    pageUrl: 'https://site.example/watch/1',
    title: 'A title',
    thumbnailUrl: null,
    uploader: null,
    description: null,
    durationSeconds: 60,
    series: null,
    seasonNumber: null,
    episodeNumber: null,
    chapters: [],
    formats,
  };
}
