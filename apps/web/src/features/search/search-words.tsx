import type { Format } from '@dipper/contract';
import { platformName, UNKNOWN_PLATFORM } from '@dipper/media';
import { useTranslation } from '../../i18n/use-translation.js';
import { foundSummary } from './found-summary.js';
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
