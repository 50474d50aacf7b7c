import { Search } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { CloseButton } from '../../ui/buttons/close-button.js';
import { QUERY_LENGTH } from './search-articles.js';

/** The pause in typing after which the number of articles is announced, in milliseconds. */
const PAUSE_MS = 500;

/** Returns the last value that has stayed the same for `quietMs` milliseconds. */
function useSettled<T>(value: T, quietMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}

interface HelpSearchProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** The number of matching articles. */
  readonly count: number;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Filters the articles while the visitor types; hidden without scripts. */
export function HelpSearch({ query, onQuery, count, field }: HelpSearchProps) {
  const { t } = useTranslation('help');
  useEffect(() => {
    // Text typed before hydration.
    const typed = field.current?.value ?? '';
    if (typed !== '') {
      onQuery(typed);
    }
  }, [field, onQuery]);

  const found = query.trim() === '' ? '' : t('found', { count });
  const heard = useSettled(found, PAUSE_MS);
  return (
    <form
      role="search"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-1 gap-2 noscript:hidden"
    >
      <label htmlFor="help-query" className="font-semibold">
        {t('search')}
      </label>
      <div className="card flex items-center gap-2 px-3 outline-link has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2">
        <Search aria-hidden size={20} className="shrink-0 text-muted" />
        <input
          ref={field}
          id="help-query"
          type="text"
          dir="auto"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={QUERY_LENGTH}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onQuery('')}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        {query !== '' && (
          <CloseButton
            label={t('clear')}
            onClick={() => {
              onQuery('');
              field.current?.focus();
            }}
          />
        )}
      </div>
      <p aria-hidden className="min-h-6 text-sm text-muted">
        {found}
      </p>
      <p role="status" className="sr-only">
        {heard}
      </p>
    </form>
  );
}
