import { playback } from '@dipper/media';
import type { SourceFormat } from '../../source-info.js';
import { highest } from '../choice/scores.js';
import { fit, pictureFamilies } from '../container.js';

/**
 * The audio to join with a video, by these criteria in order: in the original language; of the
 * family that fits best, so that nothing is re-encoded; playable on most devices (which excludes
 * Dolby); rated best by the site; with the highest bitrate.
 * @param sounds in yt-dlp's order
 */
export function pairAudio(
  video: SourceFormat,
  sounds: readonly SourceFormat[],
): SourceFormat | null {
  return highest(sounds, (sound) => [
    sound.languagePreference,
    fit(video, sound) === 0 ? 0 : 1,
    fit(video, sound),
    playsWidely(sound),
    sound.quality,
    sound.abr ?? sound.tbr ?? 0,
    sound.preference,
    Number(sound.protocol === video.protocol),
  ]);
}

/** 1 for a codec that every player supports, or for an unknown codec; else 0. */
function playsWidely({ acodec }: SourceFormat): number {
  const facts = { ext: 'm4a', vcodec: null, acodec, isAudioOnly: true, hasAudio: true };
  return Number(['everywhere', 'unknown'].includes(playback(facts)));
}

/**
 * Like `pairAudio` for many videos. Caches the result for each kind of video: a page may have
 * thousands of videos, but only of a few kinds.
 */
export function audioPairing(
  sounds: readonly SourceFormat[],
): (video: SourceFormat) => SourceFormat | null {
  const found = new Map<string, SourceFormat | null>();
  return (video) => {
    const kind = `${pictureFamilies(video).join()} ${video.protocol}`;
    const known = found.get(kind);
    const sound = known === undefined ? pairAudio(video, sounds) : known;
    found.set(kind, sound);
    return sound;
  };
}
