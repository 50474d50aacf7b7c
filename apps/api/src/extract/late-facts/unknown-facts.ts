import type { SearchFacts } from '@dipper/contract';
import { detectPlatform } from '@dipper/media';
import type { MediaHead } from '../../source/head/media-head.js';
import type { Extraction, StoredSource } from '../extraction/extraction.entity.js';
import { isVideo, type Offer, withStreams } from '../formats/offer.js';
import { qualityName } from '../formats/resolution.js';
import { toFormat } from '../formats/to-format.js';
import type { SourceFormat, SourceInfo } from '../source-info.js';
import type { Answers } from './stream-question.js';

/**
 * How many headers are read for one page. The second is read only if the first states no duration.
 */
const MAX_HEADS = 2;

/**
 * The duration of an item: the one that its page states, or else the one in the header of its file;
 * null if neither is known.
 */
export function itemSeconds(
  info: Pick<SourceInfo, 'durationSeconds' | 'headSeconds'>,
): number | null {
  return info.durationSeconds ?? info.headSeconds ?? null;
}

/**
 * The streams whose headers contain something that visitors need, in the order of reading: the only
 * video if its quality is unknown, and any file if the duration is unknown. Pages that offer
 * several videos nearly always state the quality of each.
 */
export function streamsToRead({ info, offers, list = null }: StoredSource): SourceFormat[] {
  if (list !== null) {
    return [];
  }
  const onlyVideo = onlyVideoOf(offers);
  const lacksQuality = onlyVideo !== null && isUnnamed(onlyVideo);
  if (!lacksQuality && itemSeconds(info) !== null) {
    return [];
  }
  const files = offers
    .filter(({ convert = null }) => convert === null)
    .map(({ main }) => main)
    .filter(({ protocol }) => protocol === 'file');
  const first = lacksQuality ? [onlyVideo] : [];
  const wanted = itemSeconds(info) === null ? [...first, ...files] : first;
  return [...new Map(wanted.map((stream) => [stream.url, stream])).values()].slice(0, MAX_HEADS);
}

function onlyVideoOf(offers: readonly Offer[]): SourceFormat | null {
  const videos = new Map(offers.filter(isVideo).map(({ main }) => [main.url, main]));
  const [only = null] = videos.values();
  return videos.size === 1 ? only : null;
}

function isUnnamed(stream: SourceFormat): boolean {
  const { protocol, width, height } = stream;
  return protocol === 'file' && width === null && height === null && qualityName(stream) === '';
}

/**
 * The same item, completed with the facts in the headers. Nothing that the page states is replaced.
 */
export function withHeads(
  { info, offers, ...rest }: StoredSource,
  heads: Answers<MediaHead>,
): StoredSource {
  const seconds = [...heads.values()].flatMap((head) => head.seconds ?? []);
  const [headSeconds = null] = seconds;
  const filled = (stream: SourceFormat): SourceFormat => {
    const head = heads.get(stream.url);
    if (head === undefined) {
      return stream;
    }
    const isSized = stream.sizeBytes !== null;
    const { width, height } = stream.width === null && stream.height === null ? head : stream;
    return {
      ...stream,
      ...{ width, height },
      ...(!isSized && { sizeBytes: head.sizeBytes, sizeIsEstimate: false }),
    };
  };
  return {
    ...rest,
    info: info.durationSeconds === null && headSeconds !== null ? { ...info, headSeconds } : info,
    offers: offers.map((offer) => withStreams(offer, filled)),
  };
}

/**
 * The facts that a visitor who was shown `before` does not have yet; null if there are none.
 * @param host our host, for file names
 */
export function newFacts(
  before: Extraction,
  after: StoredSource,
  host: string,
): SearchFacts | null {
  const { pageUrl, source } = before;
  const origin = { platform: detectPlatform(pageUrl), title: source.info.title };
  const shown = (offer: Offer): Omit<SearchFacts['formats'][number], 'at'> => {
    const { resolution, quality, label, filename, filesize, filesize_approx } = toFormat(
      offer,
      origin,
      { offerId: '', host },
    );
    return { resolution, quality, label, filename, filesize, filesize_approx };
  };
  const duration = itemSeconds(after.info);
  const formats = after.offers.flatMap((offer, at) => {
    const old = source.offers[at];
    const now = shown(offer);
    const isNew = old !== undefined && JSON.stringify(shown(old)) !== JSON.stringify(now);
    return isNew ? [{ at, ...now }] : [];
  });
  const isKnown = formats.length === 0 && duration === itemSeconds(source.info);
  return isKnown ? null : { type: 'facts', duration, formats };
}
