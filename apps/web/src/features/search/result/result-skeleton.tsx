import '../../../theme/later.css';
import type { SearchHint } from '@dipper/contract';
import { platformName } from '@dipper/media';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Thumbnail } from '../../../entities/media/thumbnail.js';
import { PlatformBadge } from '../../../entities/media/platform-badge.js';
import { pageOfSearch } from '../form/check-link.js';

/** The metadata that is known so far. */
type Known = Pick<
  SearchHint,
  'platform' | 'title' | 'thumbnail_url' | 'thumbnail_grant' | 'uploader'
>;

interface ResultSkeletonProps {
  readonly link: string;
  readonly known: Known | null;
}

const ROWS = [0, 1, 2, 3];

/** The known facts, placed as in the result. */
function KnownFacts({ link, known }: ResultSkeletonProps) {
  const { t } = useTranslation('search');
  const platform = known?.platform ?? platformName(pageOfSearch(link));
  const { title = null, uploader = null } = known ?? {};
  return (
    <div className="grid min-w-0 grow content-start gap-2.5">
      {title === null ? (
        <div className="skeleton h-7 w-5/6" />
      ) : (
        <p
          dir="auto"
          title={title}
          className="line-clamp-2 max-w-full justify-self-start text-lg font-semibold text-pretty wrap-anywhere sm:text-xl"
        >
          {title}
        </p>
      )}
      <p className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <PlatformBadge platform={platform} link={pageOfSearch(link)} />
        {uploader === null ? (
          <span className="skeleton h-4 w-2/5" />
        ) : (
          <span dir="auto" className="max-w-max min-w-0 grow basis-24 truncate" title={uploader}>
            {t('result.by', { name: uploader })}
          </span>
        )}
      </p>
      <div className="skeleton h-4 w-3/5" />
    </div>
  );
}

/** A placeholder with the size and layout of the result, filled with what is already known. */
export function ResultSkeleton({ link, known }: ResultSkeletonProps) {
  const picture = known?.thumbnail_url ?? null;
  return (
    <div className="card grid grid-cols-1 gap-6 p-[min(1.25rem,5vw)] sm:p-7" aria-busy="true">
      <div className="flex flex-wrap gap-5 sm:flex-nowrap">
        <div className="relative aspect-video w-full shrink-0 self-start sm:w-[min(15rem,35%)]">
          <div className="skeleton absolute inset-0 rounded-xl" />
          <Thumbnail
            url={picture}
            grant={known?.thumbnail_grant ?? null}
            className="absolute inset-0 w-full"
          />
        </div>
        <KnownFacts link={link} known={known} />
        <div className="w-11 shrink-0 max-sm:hidden" />
      </div>
      <div className="skeleton h-16 rounded-xl" />
      <div className="grid gap-3">
        {ROWS.map((row) => (
          <div key={row} className="skeleton h-14 rounded-xl" />
        ))}
      </div>
    </div>
  );
}
