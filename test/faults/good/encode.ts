/** ffmpeg's arguments from the first input to the last codec option, without the output file. */
export type Recipe = readonly string[];

/**
 * How a good source is served: as two plain files listed in a manifest (`pair`), as HLS with muxed
 * segments, as DASH with separate segments for each stream, or as one plain file that the relay
 * passes through (`relay`).
 */
export type Layout = 'pair' | 'HLS in TS' | 'HLS in fMP4' | 'DASH' | 'relay';

export interface Good {
  readonly name: string;
  readonly layout: Layout;
  readonly video: Encoded | null;
  readonly audio: Encoded | null;
  /** Duration of a segment in seconds. */
  readonly segment?: number;
  readonly title?: string;
  /** The container of a relayed file with both streams. */
  readonly file?: string;
}

export interface Encoded {
  readonly recipe: Recipe;
  readonly ext: string;
  readonly codecs: string;
  readonly type: string;
}

export const lavfi = (source: string): string[] => ['-f', 'lavfi', '-i', source];
/** Video in which every frame differs. */
export const moving = (seconds: number, { rate = 30, size = '320x180' } = {}): string[] =>
  lavfi(`testsrc2=size=${size}:rate=${rate}:duration=${seconds}`);
export const filtered = (filter: string): string[] => ['-vf', filter];
export const noisy = filtered('noise=alls=15:allf=t:all_seed=1,format=yuv420p');
export const x264 = (...more: string[]): string[] => [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', ...more],
];

export const mp4 = (codecs: string, ...recipe: string[]): Encoded => ({
  recipe,
  ext: 'mp4',
  codecs,
  type: 'video/mp4',
});
export const webm = (codecs: string, ...recipe: string[]): Encoded => ({
  recipe,
  ext: 'webm',
  codecs,
  type: 'video/webm',
});
export const h264 = (...recipe: string[]): Encoded => mp4('avc1.64001e', ...recipe);

/** Audio in which every frame differs. */
export const noise = (seconds: number, rate = 48_000): string[] =>
  lavfi(`anoisesrc=sample_rate=${rate}:amplitude=0.3:color=pink:seed=7:duration=${seconds}`);
export const silence = (seconds: number, layout = 'stereo'): string[] => [
  ...lavfi(`anullsrc=sample_rate=48000:channel_layout=${layout}`),
  ...['-t', String(seconds)],
];
export const m4a = (codecs: string, ...recipe: string[]): Encoded => ({
  recipe,
  ext: 'm4a',
  codecs,
  type: 'audio/mp4',
});
export const aac = (seconds: number, ...more: string[]): Encoded =>
  m4a('mp4a.40.2', ...noise(seconds), '-ac', '2', '-c:a', 'aac', ...more);
export const weba = (codecs: string, ...recipe: string[]): Encoded => ({
  recipe,
  ext: 'webm',
  codecs,
  type: 'audio/webm',
});
export const opus = (seconds: number, ...more: string[]): Encoded =>
  weba('opus', ...noise(seconds), '-ac', '2', '-c:a', 'libopus', ...more);

export const plain = (seconds: number, ...more: string[]): Encoded =>
  h264(...moving(seconds), ...noisy, ...x264('-g', '60', ...more));
export const vp9 = (seconds: number, ...more: string[]): string[] => [
  ...[...moving(seconds), ...noisy, '-c:v', 'libvpx-vp9', '-deadline', 'realtime'],
  ...['-cpu-used', '8', '-g', '60', ...more],
];
export const svtav1 = (seconds: number): string[] => [
  ...[...moving(seconds), ...noisy, '-c:v', 'libsvtav1', '-preset', '12', '-g', '60'],
];
export const GAP = 'not(between(t,3,6))';

export const pair = (name: string, video: Encoded | null, audio: Encoded | null): Good => ({
  name,
  layout: 'pair',
  video,
  audio,
});
