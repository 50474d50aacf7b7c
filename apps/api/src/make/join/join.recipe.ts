import { detectPlatform } from '@dipper/media';
import { isAudioOnly, type OfferedFormat } from '../../extract/formats/offer.js';
import { fileNameOf, namePartsOf } from '../../extract/formats/to-format.js';
import type { Join } from '../recipe.js';
import { muxedContainer } from './mux-options.js';

/**
 * The recipe for the file of an offer.
 * @param host the visitor's Host header, for the file name; its port is dropped.
 */
export function joinOf({ pageUrl, info, offer }: OfferedFormat, host: string): Join {
  const origin = { platform: detectPlatform(pageUrl), title: info.title };
  const isAudio = isAudioOnly(offer);
  const container = muxedContainer(offer.container, isAudio);
  return {
    kind: 'join',
    pageUrl,
    title: info.title,
    fileName: fileNameOf(namePartsOf({ ...offer, container }, origin), host),
    container,
    durationSeconds: info.durationSeconds,
    isAudio,
    main: offer.main,
    sound: offer.sound,
  };
}
