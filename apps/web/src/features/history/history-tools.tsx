import { HISTORY_SORTS } from '@dipper/contract';
import { Trash2 } from 'lucide-react';
import { type Ref, useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { Button } from '../../ui/buttons/button.js';
import type { PageRequest, HistoryEvent } from './history.reducer.js';

const ORDERS = ['desc', 'asc'] as const;

interface SortSelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly values: readonly T[];
  readonly wordsOf: (value: T) => string;
  readonly onChoose: (value: T) => void;
}

function SortSelect<T extends string>({
  label,
  value,
  values,
  wordsOf,
  onChoose,
}: SortSelectProps<T>) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:grid max-sm:grow max-sm:gap-0.5">
      <label htmlFor={id} className="shrink-0 text-sm text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = values.find((one) => one === target.value);
          if (chosen !== undefined) {
            onChoose(chosen);
          }
        }}
        className="min-h-11 max-w-full min-w-0 cursor-pointer rounded-control border border-edge bg-surface px-2 text-text"
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {wordsOf(one)}
          </option>
        ))}
      </select>
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
        values={HISTORY_SORTS}
        wordsOf={(one) => t(`sort.${one}`)}
        onChoose={(chosen) => dispatch({ type: 'sorted', sort: chosen })}
      />
      <SortSelect
        label={t('order.label')}
        value={order}
        values={ORDERS}
        wordsOf={(one) => t(`order.${sort}.${one}`)}
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
