import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useUnits } from '../../i18n/format/units.js';
import { Button } from '../../ui/buttons/button.js';

interface HistoryPagerProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Style of a pager button that leads nowhere. It stays in place to keep the focus. */
const NO_PAGE = 'aria-disabled:bg-transparent aria-disabled:text-muted';

/** Hides the labels when enlarged text leaves no room for them. */
const WORD = '@max-3xs:sr-only';

/** The pager below the list. It stays mounted, to keep the focus across pages. */
export function HistoryPager({ page, pages, onPage }: HistoryPagerProps) {
  const { t } = useTranslation('history');
  const { number } = useUnits();
  return (
    <nav
      aria-label={t('pages.label')}
      className="sticky -bottom-5 z-10 -mx-5 mt-auto -mb-5 flex @container items-center justify-between gap-2 border-t border-line bg-surface px-3 py-2 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-4"
    >
      <Button
        variant="plain"
        tone="text"
        className={NO_PAGE}
        busy={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft aria-hidden size={18} className="rtl:-scale-x-100" />
        <span className={WORD}>{t('pages.previous')}</span>
      </Button>
      <p className="text-center text-sm text-muted tabular-nums">
        {t('pages.page', { page: number(page), pages: number(pages) })}
      </p>
      <Button
        variant="plain"
        tone="text"
        className={NO_PAGE}
        busy={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <span className={WORD}>{t('pages.next')}</span>
        <ChevronRight aria-hidden size={18} className="rtl:-scale-x-100" />
      </Button>
    </nav>
  );
}
