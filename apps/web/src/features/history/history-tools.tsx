import { HISTORY_SORTS } from '@dipper/contract';
import { Trash2 } from 'lucide-react';
import { type ComponentProps, type Ref, useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { Button } from '../../ui/buttons/button.js';
import { Select } from '../../ui/form/select.js';
import type { PageRequest, HistoryEvent } from './history.reducer.js';

const ORDERS = ['desc', 'asc'] as const;

type SortSelectProps<T extends string> = { readonly label: string } & Pick<
  ComponentProps<typeof Select<T>>,
  'value' | 'options' | 'onChoose'
>;

function SortSelect<T extends string>({ label, ...select }: SortSelectProps<T>) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:grid max-sm:grow max-sm:gap-0.5">
      <label htmlFor={id} className="shrink-0 text-sm text-muted">
        {label}
      </label>
      <Select {...select} id={id} className="max-w-full min-w-0 px-2 text-text" />
    </div>
  );
}

interface HistoryToolsProps {
  readonly asked: PageRequest;
  readonly dispatch: (event: HistoryEvent) => void;
  /** The clear button gets the focus back after the confirmation. */
  readonly clearRef: Ref<HTMLButtonElement>;
}

export function HistoryTools({ asked, dispatch, clearRef }: HistoryToolsProps) {
  const { t } = useTranslation('history');
  const { sort, order } = asked;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 max-sm:gap-x-3 sm:items-center">
      <SortSelect
        label={t('sort.label')}
        value={sort}
        options={HISTORY_SORTS.map((one) => ({ value: one, label: t(`sort.${one}`) }))}
        onChoose={(chosen) => dispatch({ type: 'sorted', sort: chosen })}
      />
      <SortSelect
        label={t('order.label')}
        value={order}
        options={ORDERS.map((one) => ({ value: one, label: t(`order.${sort}.${one}`) }))}
        onChoose={(chosen) => dispatch({ type: 'ordered', order: chosen })}
      />
      <Button
        ref={clearRef}
        variant="plain"
        className="-me-3 ms-auto max-sm:-ms-2"
        onClick={() => dispatch({ type: 'clearAsked' })}
      >
        <Trash2 aria-hidden size={18} />
        <span className="max-sm:sr-only">{t('clear.action')}</span>
      </Button>
    </div>
  );
}
