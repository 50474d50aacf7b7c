import type { SourceFormat } from '../source-info.js';
import { joinedContainer, singleContainer } from './container.js';
import { audioPairing } from './sound/pair-audio.js';
import type { Draft } from './choice/rank.js';

/** How each format is offered: unchanged or, for a silent video, joined with matching audio. */
export function draftsOf(
  formats: readonly SourceFormat[],
  sounds: readonly SourceFormat[],
): Draft[] {
  const pair = audioPairing(sounds);
  return formats.map((format) => {
    const sound = format.video !== 'no' && format.audio === 'no' ? pair(format) : null;
    return sound === null
      ? { kind: KINDS[format.protocol], main: format, sound, container: singleContainer(format) }
      : { kind: 'merge', main: format, sound, container: joinedContainer(format, sound) };
  });
}

const KINDS = { file: 'direct', hls: 'hls', dash: 'merge' } as const;
