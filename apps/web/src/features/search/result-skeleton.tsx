import { UNKNOWN_PLATFORM, platformName } from '@dipper/media';
import { useTranslation } from 'react-i18next';

interface ResultSkeletonProps {
  readonly link: string;
  readonly onCancel: () => void;
}

const ROWS = [0, 1, 2, 3];

/** Stands where the result will be, in its size, and names the platform before the server answers. */
export function ResultSkeleton({ link, onCancel }: ResultSkeletonProps) {
  const { t } = useTranslation(['home', 'messages']);
  const platform = platformName(link);
  return (
    <div className="card grid gap-6 p-5 sm:p-7" aria-busy="true">
      <div className="flex items-start justify-between gap-3">
        <p
          role="status"
          className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 font-semibold"
        >
          {t('messages:search.processing')}
          {platform !== UNKNOWN_PLATFORM && (
            <span className="badge">{t('result.readingFrom', { platform })}</span>
          )}
        </p>
        <button
          type="button"
          onClick={onCancel}
          className="button -me-2 px-3 text-muted hover:bg-sunk hover:text-text"
        >
          {t('result.cancel')}
        </button>
      </div>
      <div className="grid gap-5 sm:grid-cols-[15rem_1fr]">
        <div className="skeleton aspect-video rounded-xl" />
        <div className="grid content-start gap-3">
          <div className="skeleton h-7 w-5/6" />
          <div className="skeleton h-5 w-2/5" />
          <div className="skeleton h-5 w-3/5" />
        </div>
      </div>
      <div className="grid gap-3">
        <div className="skeleton h-14 rounded-xl" />
        {ROWS.map((row) => (
          <div key={row} className="skeleton h-14 rounded-xl" />
        ))}
      </div>
    </div>
  );
}
