import type { Format } from '@dipper/contract';

const WIDE_VIDEO = /^(avc|h264)/i;
const WIDE_AUDIO = /^(mp4a|aac|mp3)/i;
const WIDE_FILES: readonly string[] = ['mp4', 'm4a', 'mp3'];

/** True for what every phone, television and editor of today plays: H.264 and AAC in MP4, or MP3. */
export function playsEverywhere({
  ext,
  vcodec,
  acodec,
  is_audio_only,
  has_audio,
}: Format): boolean {
  const picture = is_audio_only || (vcodec !== null && WIDE_VIDEO.test(vcodec));
  const sound = !has_audio || (acodec !== null && WIDE_AUDIO.test(acodec));
  return WIDE_FILES.includes(ext) && picture && sound;
}
