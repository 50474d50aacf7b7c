import { LIMITS, type VideoInfo } from '@dipper/contract';
import { cutGraphemes, displayDuration } from '@dipper/media';
import { Clock } from 'lucide-react';
import { useMediaWords } from '../../../entities/media/use-media-words.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { ResultTitle } from '../result-title.js';
import { PlatformBadge } from '../../../entities/media/platform-badge.js';

interface ResultFactsProps {
  readonly info: VideoInfo;
  /**
   * True if the title and the line below it must leave room for the button in the corner even on
   * phones, because there is no thumbnail above them.
   */
  readonly besideClear: boolean;
}

function usePodcastFacts(info: VideoInfo): string[] {
  const { t } = useTranslation('search');
  if (!info.is_podcast) {
    return [];
  }
  return [
    info.series === null ? '' : t('result.series', { name: info.series }),
    info.season_number === null ? '' : t('result.season', { number: info.season_number }),
    info.episode_number === null ? '' : t('result.episode', { number: info.episode_number }),
  ].filter(Boolean);
}

/** The item's metadata: title, author, duration and, for podcasts, the episode. */
export function ResultFacts({ info, besideClear }: ResultFactsProps) {
  const { t } = useTranslation('search');
  const podcast = usePodcastFacts(info);
  const title = useMediaWords().title(info.title);
  const room = besideClear ? 'max-sm:me-11' : '';
  return (
    <div className="grid min-w-0 content-start gap-2.5 sm:pe-16">
      {/* If the title runs in the opposite direction to the page, a margin of its own would be
          on the wrong side. */}
      <div className={`grid ${room}`}>
        <ResultTitle title={title} />
      </div>
      <p
        className={`flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted ${room}`}
      >
        <PlatformBadge platform={info.platform} link={info.webpage_url} />
        {info.uploader !== null && (
          <span
            dir="auto"
            className="max-w-max min-w-0 grow basis-24 truncate"
            title={info.uploader}
          >
            {t('result.by', { name: info.uploader })}
          </span>
        )}
        {info.duration !== null && (
          <span className="inline-flex shrink-0 items-center gap-1 tabular-nums">
            <Clock aria-hidden size={16} />
            <span className="sr-only">
              {t('result.duration', { duration: displayDuration(info.duration) })}
            </span>
            <span aria-hidden>{displayDuration(info.duration)}</span>
          </span>
        )}
      </p>
      {podcast.length > 0 && (
        <p dir="auto" className="wrap-anywhere">
          {podcast.join(' · ')}
        </p>
      )}
      {info.description !== null && info.description !== '' && (
        <p dir="auto" className="max-w-prose text-sm wrap-anywhere text-muted">
          {cutDescription(info.description)}
        </p>
      )}
    </div>
  );
}

/**
 * Shortens a description for the result card to one paragraph of 150 characters (specification §9).
 */
export function cutDescription(description: string): string {
  return cutGraphemes(description.replace(/\s+/g, ' ').trim(), LIMITS.descriptionLength, '...');
}
