import { stat } from 'node:fs/promises';
import path from 'node:path';
import { reply, type Exchange } from './exchange.js';
import { findFile } from './find-file.js';
import { MODES } from './modes.js';
import { MEDIA_SECONDS } from './recipes.js';

/** One stream of a manifest, which is a plain file, as on YouTube and Bilibili. */
interface Representation {
  readonly file: string;
  readonly mimeType: string;
  readonly attributes: string;
}

const VIDEO_1080: Representation = {
  file: 'video-1080.mp4',
  mimeType: 'video/mp4',
  attributes: 'codecs="avc1.42c028" width="1920" height="1080" frameRate="30"',
};
const VIDEO_720: Representation = {
  file: 'video-720.mp4',
  mimeType: 'video/mp4',
  attributes: 'codecs="avc1.42c01f" width="1280" height="720" frameRate="30"',
};
const AUDIO: Representation = {
  file: 'audio.m4a',
  mimeType: 'audio/mp4',
  attributes: 'codecs="mp4a.40.2" audioSamplingRate="48000"',
};
const VIDEO_WEBM: Representation = {
  file: 'video.webm',
  mimeType: 'video/webm',
  attributes: 'codecs="vp9" width="640" height="360" frameRate="30"',
};
/** A video in MPEG-4 Part 2, which browsers do not decode. */
const VIDEO_MPEG4: Representation = {
  file: 'video-mpeg4.mp4',
  mimeType: 'video/mp4',
  attributes: 'codecs="mp4v.20.9" width="320" height="180" frameRate="30"',
};
const AUDIO_WEBM: Representation = {
  file: 'audio.webm',
  mimeType: 'audio/webm',
  attributes: 'codecs="opus" audioSamplingRate="48000"',
};
const BIG_VIDEO: Representation = { ...VIDEO_720, file: 'big-video.mp4' };
const BIG_AUDIO: Representation = { ...AUDIO, file: 'big-audio.m4a' };
const BIG_FRAGMENTED = [
  { ...VIDEO_720, file: 'big-fragmented-video.mp4' },
  { ...AUDIO, file: 'big-fragmented-audio.m4a' },
];

/**
 * Manifests of files that are served correctly. In addition, each mode in modes.ts has a manifest.
 */
const WHOLE: Readonly<Record<string, readonly Representation[]>> = {
  plain: [VIDEO_720, VIDEO_1080, AUDIO],
  webm: [VIDEO_WEBM, AUDIO_WEBM],
  mixed: [VIDEO_720, VIDEO_1080, VIDEO_WEBM, AUDIO, AUDIO_WEBM],
  big: [BIG_VIDEO, BIG_AUDIO],
  'big-fragmented': BIG_FRAGMENTED,
  'video-only': [VIDEO_720],
  mpeg4: [VIDEO_MPEG4, AUDIO],
  drm: [VIDEO_720, AUDIO],
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const WIDEVINE = '<ContentProtection schemeIdUri="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"/>';

/**
 * Returns the query for a file's URL. The `expire` files get a new token whenever the manifest is
 * read.
 */
const queryOf = (exchange: Exchange, mode: string): string => {
  const query = new URLSearchParams(exchange.url.searchParams);
  if (mode === 'expire') {
    const key = exchange.url.href;
    const readings = (exchange.memory.get(`readings ${key}`) ?? 0) + 1;
    exchange.memory.set(`readings ${key}`, readings);
    query.set('token', `${readings} of ${key}`);
    query.set('key', key);
    if (exchange.memory.has(`spent ${key}`)) {
      query.set('life', query.has('forever') ? 'none' : 'unlimited');
    }
  }
  return query.size > 0 ? `?${query.toString()}` : '';
};

/**
 * Writes one adaptation set. Only YouTube's own attribute `contentLength` lets a manifest state the
 * size of a file.
 */
const adaptationSet = (
  { mimeType, attributes, file }: Representation,
  url: string,
  {
    bytes,
    seconds,
    isProtected,
    hasSize,
  }: { bytes: number; seconds: number; isProtected: boolean; hasSize: boolean },
): string => `
  <AdaptationSet mimeType="${mimeType}" subsegmentAlignment="true">${isProtected ? WIDEVINE : ''}
    <Representation id="${path.parse(file).name}" bandwidth="${Math.round((bytes * 8) / seconds)}" ${attributes}>
      <BaseURL${hasSize ? ` yt:contentLength="${bytes}"` : ''}>${escaped(url)}</BaseURL>
      <SegmentBase indexRangeExact="true"/>
    </Representation>
  </AdaptationSet>`;

const addressOf = (
  exchange: Exchange,
  mode: string | null,
  { file, mimeType }: Representation,
): string => {
  const bad = exchange.url.searchParams.get('stream') ?? 'video';
  return mode !== null && mimeType.startsWith(bad)
    ? `/${mode}/${file}${queryOf(exchange, mode)}`
    : `/media/${file}`;
};

/**
 * Sends /dash/{name}.mpd. If the name is one of the WHOLE sets, the manifest has that set. If the
 * name is a mode, the manifest has a video-only and an audio-only file, and the video (or the
 * audio, with `?stream=audio`) has that mode and the same query.
 */
export const sendManifest = async (exchange: Exchange, name: string): Promise<boolean> => {
  const mode = Object.hasOwn(WHOLE, name) ? null : name;
  const representations = WHOLE[name] ?? (mode && MODES[mode] ? [VIDEO_720, AUDIO] : undefined);
  if (!representations) {
    return false;
  }
  const seconds = name.startsWith('big') ? (exchange.bigSeconds ?? MEDIA_SECONDS) : MEDIA_SECONDS;
  const sets = await Promise.all(
    representations.map(async (representation) => {
      const file = await findFile(exchange.folders, representation.file);
      const bytes = file === null ? 0 : (await stat(file)).size;
      const hasSize = mode === null && name !== 'video-only';
      const facts = { bytes, seconds, isProtected: name === 'drm', hasSize };
      return adaptationSet(representation, addressOf(exchange, mode, representation), facts);
    }),
  );
  const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:yt="http://youtube.com/yt/2012/10/10" type="static" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" mediaPresentationDuration="PT${seconds}S" minBufferTime="PT2S">
 <Period>${sets.join('')}
 </Period>
</MPD>
`;
  reply(exchange, 200, manifest, { 'Content-Type': 'application/dash+xml' });
  return true;
};
