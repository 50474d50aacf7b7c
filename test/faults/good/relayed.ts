import { aac, m4a, noise, plain, silence, type Good, type Encoded } from './encode.js';

const relay = (name: string, file: string, video: Encoded | null, audio: Encoded): Good => ({
  name,
  layout: 'relay',
  file,
  video,
  audio,
});

export const RELAYED: readonly Good[] = [
  relay('FLV', 'flv', plain(4), m4a('mp4a.40.2', ...noise(4, 44_100), '-ac', '2', '-c:a', 'aac')),
  relay('Matroska of both', 'mkv', plain(4), aac(4)),
  relay('QuickTime of both', 'mov', plain(4), aac(4)),
  relay('silence in CBR MP3', 'mp3', null, {
    ...m4a('mp3', ...silence(10), '-c:a', 'libmp3lame', '-b:a', '128k'),
    ext: 'mp3',
  }),
  relay('Vorbis in Ogg', 'ogg', null, {
    ...m4a('vorbis', ...noise(6), '-ac', '2', '-c:a', 'libvorbis'),
    ext: 'ogg',
  }),
];
