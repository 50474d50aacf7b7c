import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CLIP_SECONDS } from './recipes.js';
import type { Resource, Role } from './resource.js';

export interface Shape {
  readonly name: string;
  /**
   * `relay`: one plain file, which the server passes through; `task`: media from which the server
   * makes a file.
   */
  readonly by: 'task' | 'relay';
  /** The target of the pasted link, directly or through the player of a page. */
  readonly entry: 'mpd' | 'hls' | 'page';
  /** Paths of the served files within the clips' folder, with their roles. */
  readonly files: readonly (readonly [path: string, role: Role])[];
  /** The playlist to which the link leads, if ffmpeg wrote the playlists. */
  readonly playlist?: string;
  /** File names of the clips with the undamaged video and audio. */
  readonly pictures: string | null;
  readonly sounds: string | null;
  /** Media types and codecs that the manifest states for plain files, if they are unusual. */
  readonly announced?: Readonly<Record<string, string>>;
  readonly title?: string;
}

export interface Source {
  readonly shape: Shape;
  readonly resources: readonly Resource[];
  /** Paths of the files with the undamaged video and audio. */
  readonly pictures: string | null;
  readonly sounds: string | null;
}

const pair = (name: string, video: string, audio: string): Shape => ({
  name,
  by: 'task',
  entry: 'mpd',
  files: [
    [video, 'video'],
    [audio, 'audio'],
  ],
  pictures: video,
  sounds: audio,
});
const MP4 = { pictures: 'video.mp4', sounds: 'audio.m4a' };
/** `*` matches all files of the folder, in numeric order. */
const hls = (name: string, playlist: string, files: Shape['files']): Shape => ({
  name,
  by: 'task',
  entry: 'hls',
  playlist,
  files,
  ...MP4,
});
const relayed = (name: string, file: string, role: Role): Shape => ({
  name,
  by: 'relay',
  entry: 'page',
  files: [[file, role]],
  pictures: role === 'audio' ? null : file,
  sounds: file,
});

export const SHAPES: readonly Shape[] = [
  pair('MP4 pair', 'video.mp4', 'audio.m4a'),
  pair('MP4 pair, index at the end', 'end-video.mp4', 'end-audio.m4a'),
  pair('fragmented MP4 pair', 'fragmented-video.mp4', 'fragmented-audio.m4a'),
  pair('WebM pair', 'video.webm', 'audio.webm'),
  hls('HLS in TS', 'ts/index.m3u8', [['ts/*.ts', 'muxed']]),
  hls('HLS in TS, encrypted', 'aes/index.m3u8', [
    ['aes/*.ts', 'muxed'],
    ['aes/key.bin', 'key'],
  ]),
  hls('HLS in fMP4', 'fmp4/index.m3u8', [
    ['fmp4/*.m4s', 'muxed'],
    ['fmp4/init.mp4', 'init'],
  ]),
  hls('HLS in fMP4, sound apart', 'pair/master.m3u8', [
    ['pair/video/index.m3u8', 'playlist'],
    ['pair/audio/index.m3u8', 'playlist'],
    ['pair/video/*.m4s', 'video'],
    ['pair/audio/*.m4s', 'audio'],
    ['pair/video/init.mp4', 'init'],
    ['pair/audio/init.mp4', 'init'],
  ]),
  hls('HLS in ranges of one TS', 'ranges/index.m3u8', [['ranges/index.ts', 'muxed']]),
  hls('HLS in ranges of one fMP4', 'fmp4-ranges/index.m3u8', [
    ['fmp4-ranges/*.m4s|fmp4-ranges/*.mp4', 'muxed'],
  ]),
  {
    ...hls('HLS of sound alone', 'hls-audio/index.m3u8', [['hls-audio/*.ts', 'audio']]),
    pictures: null,
  },
  {
    ...hls('DASH in segments', 'dash/index.mpd', [
      ['dash/part-0-*.m4s', 'video'],
      ['dash/part-1-*.m4s', 'audio'],
      ['dash/init-*.m4s', 'init'],
    ]),
    entry: 'mpd',
  },
  relayed('one MP4', 'muxed.mp4', 'muxed'),
  relayed('one MP4, index at the end', 'end-muxed.mp4', 'muxed'),
  relayed('CBR MP3', 'cbr.mp3', 'audio'),
  relayed('VBR MP3', 'vbr.mp3', 'audio'),
  relayed('M4A', 'audio.m4a', 'audio'),
  relayed('Ogg with Opus', 'sound.ogg', 'audio'),
  relayed('FLAC', 'sound.flac', 'audio'),
];

const TYPES: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
  '.m4a': 'audio/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
  '.ts': 'video/mp2t',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpd': 'application/dash+xml',
};

const numberOf = (name: string): number => Number(/(\d+)\.\w+$/.exec(name)?.[1] ?? 0);

const filesOf = async (folder: string, pattern: string): Promise<string[]> => {
  const found = await Promise.all(
    pattern.split('|').map(async (one) => {
      const [where, name] = [path.dirname(one), path.basename(one)];
      const [before = '', after = ''] = name.split('*');
      return (await readdir(path.join(folder, where)))
        .filter((file) =>
          name.includes('*') ? file.startsWith(before) && file.endsWith(after) : file === name,
        )
        .map((file) => path.posix.join(where, file));
    }),
  );
  return found.flat().sort((a, b) => numberOf(a) - numberOf(b));
};

/**
 * The path of the corresponding file of the other rendition: the same name with the prefix
 * `other-`.
 */
const otherPath = (name: string): string => {
  const place = name.replace(/^(end|fragmented)-/, '');
  return place.startsWith('muxed') ? 'other-video.mp4' : `other-${place}`;
};

const readResource = async (folder: string, name: string, role: Role): Promise<Resource> => ({
  path: name,
  role,
  type: TYPES[path.extname(name)] ?? 'application/octet-stream',
  body: await readFile(path.join(folder, name)),
  other: await readFile(path.join(folder, otherPath(name))).catch(() => null),
  otherFile: path.join(folder, otherPath(name)),
});

/** Reads all files of a shape. @param folder the folder of the clips */
export const loadSource = async (shape: Shape, folder: string): Promise<Source> => {
  const named = [
    ...(shape.playlist === undefined ? [] : [[shape.playlist, 'playlist'] as const]),
    ...shape.files,
  ];
  const resources = await Promise.all(
    named.map(async ([pattern, role]) => {
      const files = await filesOf(folder, pattern);
      return Promise.all(files.map((file) => readResource(folder, file, role)));
    }),
  );
  const whole = (name: string | null): string | null => name && path.join(folder, name);
  return {
    shape,
    resources: resources.flat(),
    pictures: whole(shape.pictures),
    sounds: whole(shape.sounds),
  };
};

const announced = (name: string, role: Role): string => {
  const isWebm = name.endsWith('.webm');
  if (role === 'audio') {
    return isWebm
      ? 'mimeType="audio/webm" codecs="opus" audioSamplingRate="48000"'
      : 'mimeType="audio/mp4" codecs="mp4a.40.2" audioSamplingRate="48000"';
  }
  return `mimeType="video/${isWebm ? 'webm' : 'mp4'}" codecs="${isWebm ? 'vp9' : 'avc1.64001e'}" width="320" height="180" frameRate="30"`;
};

/**
 * A manifest of plain files.
 * @param query appended to each URL, with its question mark; may be ''
 */
export const manifestOf = (
  { resources, shape }: Source,
  { saysSize, query }: { readonly saysSize: boolean; readonly query: string },
): string => {
  const sets = resources.map(({ path: name, role, body }) => {
    const size = saysSize ? ` yt:contentLength="${body.length}"` : '';
    const rate = Math.round((body.length * 8) / CLIP_SECONDS);
    return `<AdaptationSet><Representation id="${role}" bandwidth="${rate}" ${shape.announced?.[name] ?? announced(name, role)}><BaseURL${size}>${name}${query}</BaseURL><SegmentBase indexRangeExact="true"/></Representation></AdaptationSet>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:yt="http://youtube.com/yt/2012/10/10" type="static" mediaPresentationDuration="PT${CLIP_SECONDS}S" minBufferTime="PT2S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period>${sets.join('')}</Period></MPD>`;
};
