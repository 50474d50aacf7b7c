import type { Format } from '@dipper/contract';
import { platformName, UNKNOWN_PLATFORM } from '@dipper/media';
import { useTranslation } from '../../i18n/use-translation.js';
import type { SearchSoFar, SearchState } from './search.reducer.js';

/** Waits of at least this many seconds are given in minutes. */
const IN_MINUTES = 100;

/** Describes the current step, as visible text and as an announcement that rarely changes. */
function useStage(): (search: SearchSoFar) => { seen: string; heard: string } {
  const { t } = useTranslation('search');
  return ({ link, hint, line }) => {
    if (line === null) {
      const platform = hint?.platform ?? platformName(link);
      const reading =
        platform === UNKNOWN_PLATFORM
          ? t('result.readingPage')
          : t('result.readingFrom', { platform });
      return { seen: reading, heard: reading };
    }
    const inLine = ({ place, seconds }: { place: number; seconds: number }) => {
      return seconds < IN_MINUTES
        ? t('result.placeSeconds', { place, seconds })
        : t('result.placeMinutes', { place, minutes: Math.round(seconds / 60) });
    };
    // Announce only the first position and when the visitor is next. Announcing every position
    // would drown out everything else.
    const isNext = line.place === 1 && line.first.place > 1;
    return { seen: inLine(line), heard: isNext ? t('result.next') : inLine(line.first) };
  };
}

/** Returns a function that summarizes what was found: "Found 1080p, 720p, 360p and audio." */
function useFoundWords(): (formats: readonly Format[]) => string {
  const { t, i18n } = useTranslation('search');
  return (formats) => {
    const { qualities, more: count, audio, files } = foundSummary(formats);
    if (files > 0) {
      return t('result.found.files', { count: files });
    }
    if (qualities.length === 0) {
      const onlyAudio = formats.every((format) => format.is_audio_only);
      return t(`result.found.${onlyAudio ? 'audio' : audio ? 'videoAndAudio' : 'video'}`);
    }
    // Not `format`, which would add an "and" before the sentence's own.
    const [, comma] = new Intl.ListFormat(i18n.language).formatToParts('abc');
    const named = { qualities: qualities.join(comma?.value), count };
    if (count > 0) {
      return audio ? t('result.found.moreAndAudio', named) : t('result.found.more', named);
    }
    return audio ? t('result.found.qualitiesAndAudio', named) : t('result.found.qualities', named);
  };
}

interface SearchWordsProps {
  readonly state: SearchState;
  /** The visible text, or the announcement, which rarely changes. */
  readonly are: 'seen' | 'heard';
}

/** The current step of a search, then its outcome. */
export function SearchWords({ state, are }: SearchWordsProps) {
  const { t } = useTranslation('search');
  const stageOf = useStage();
  const foundIn = useFoundWords();
  switch (state.phase) {
    case 'loading':
      return stageOf(state)[are];
    case 'result':
      return foundIn(state.info.formats);
    case 'list':
      return t('result.list', { count: state.list.entries.length });
    default:
      return null;
  }
}

/** How many qualities to name. Some sites offer ten. */
const NAMED = 4;

/** What a search found, for the line above the result. */
interface FoundSummary {
  /** The qualities of the videos, best first: "1080p60", "720p", "HD". */
  readonly qualities: readonly string[];
  /** How many more qualities there are. */
  readonly more: number;
  readonly audio: boolean;
  /**
   * The number of files if their content is unknown, such as a file link whose header has not been
   * read; otherwise 0.
   */
  readonly files: number;
}

/** True if a format is known to have both video and audio, or to be one of two streams. */
function isUnderstood({ vcodec, acodec, is_audio_only: isAudio, has_audio }: Format): boolean {
  return isAudio || !has_audio || vcodec !== null || acodec !== null;
}

/**
 * Summarizes formats for visitors. Containers, codecs and conversions do not count: an item in
 * three qualities may have a dozen formats.
 * @param formats the formats, best first
 */
export function foundSummary(formats: readonly Format[]): FoundSummary {
  const videos = formats.filter((format) => !format.is_audio_only);
  const qualities = [...new Set(videos.flatMap(({ quality }) => quality ?? []))];
  // Naming a single remaining quality takes no more space than counting it.
  const named = qualities.length <= NAMED + 1 ? qualities : qualities.slice(0, NAMED);
  const originals = formats.filter(
    ({ kind, task_id }) => kind !== 'audio' || task_id === undefined,
  );
  return {
    files: qualities.length > 0 || originals.some(isUnderstood) ? 0 : originals.length,
    qualities: named,
    more: qualities.length - named.length,
    audio: formats.some((format) => format.is_audio_only),
  };
}
