import { detectPlatform } from '@dipper/media';
import { isAudioOnly, type Offer } from '../../extract/formats/offer.js';
import { filenameOf } from '../../extract/formats/to-format.js';
import type { SourceInfo } from '../../extract/source-info.js';
import type { Join } from '../recipe.js';

/** What a visitor picked, on the page it was found on. */
interface Offered {
  /** The canonical address of the page, under which it is read again. */
  readonly pageUrl: string;
  readonly info: Pick<SourceInfo, 'title' | 'durationSeconds'>;
  readonly offer: Offer;
}

/**
 * The recipe for the file of an offer.
 * @param host ours as the visitor knows it, for the name of the file; a port is left out.
 */
export function joinOf({ pageUrl, info, offer }: Offered, host: string): Join {
  const names = { host: host.replace(/:\d+$/, ''), platform: detectPlatform(pageUrl) };
  return {
    kind: 'join',
    pageUrl,
    title: info.title,
    fileName: filenameOf(offer, { ...names, title: info.title }),
    container: offer.container,
    durationSeconds: info.durationSeconds,
    isAudio: isAudioOnly(offer),
    main: offer.main,
    sound: offer.sound,
  };
}
