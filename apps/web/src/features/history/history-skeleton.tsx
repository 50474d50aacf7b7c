import { useTranslation } from '../../i18n/use-translation.js';

const ROWS = [0, 1, 2, 3, 4];

/** A placeholder for the first page, with the size of its tools and rows. */
export function HistorySkeleton() {
  const { t } = useTranslation('history');
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="sr-only">{t('loading')}</span>
      <div className="skeleton h-11 w-2/3 max-sm:h-17 max-sm:w-full" />
      {ROWS.map((row) => (
        <div key={row} className="flex gap-4 border-t border-line pt-4 pb-2 max-sm:pb-14">
          <div className="skeleton aspect-video w-24 max-w-[31%] shrink-0 self-start rounded-xl sm:w-32" />
          <div className="grid grow content-start gap-2.5 pt-1">
            <div className="skeleton h-5 w-4/5" />
            <div className="skeleton h-4 w-3/5" />
            <div className="skeleton h-4 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
