import { useTranslation } from '../../i18n/use-translation.js';
import { useUnits } from '../../i18n/format/use-units.js';
import type { HistoryState } from './history.reducer.js';

/** Announces a new page or order to screen readers. */
export function HistoryNews({ shown, clearing }: Pick<HistoryState, 'shown' | 'clearing'>) {
  const { t } = useTranslation('history');
  const { number } = useUnits();
  const words = () => {
    if (shown === null) {
      return '';
    }
    if (shown.total === 0) {
      return t(clearing.step === 'done' ? 'empty.cleared' : 'empty.heading');
    }
    const { sort, order } = shown.asked;
    const page = t('announce', {
      ...{ page: number(shown.page), pages: number(shown.pages) },
      ...{ sort: t(`sort.${sort}`), order: t(`order.${sort}.${order}`) },
    });
    return `${t('total', { count: shown.total })}. ${page}`;
  };
  return (
    <p role="status" className="sr-only">
      {words()}
    </p>
  );
}
