import { type ListEntry, type ListInfo, LIMITS } from '@dipper/contract';
import { Search } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Button } from '../../../ui/buttons/button.js';
import type { Selecting } from './use-selection.js';

/** Lists with at least this many entries get a filter. */
const LONG = 10;

interface ListToolsProps {
  readonly list: ListInfo;
  /** Entries that match the filter. */
  readonly shown: readonly ListEntry[];
  readonly sought: string;
  readonly setSought: (text: string) => void;
  readonly choosing: Selecting;
}

/** A filter for long lists, and buttons to select all visible entries or none. */
export function ListTools({ list, shown, sought, setSought, choosing }: ListToolsProps) {
  const { t } = useTranslation('list');
  const all = list.entries.length;
  const most = LIMITS.bundleEntries;
  const ids = shown.map(({ id }) => id);
  const isLong = all > LONG;
  return (
    <div className="mt-4 grid gap-2">
      {isLong && (
        <label className="flex items-center gap-2 rounded-xl border border-edge px-3 outline-link has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2">
          <Search aria-hidden size={18} className="text-muted" />
          <input
            type="search"
            value={sought}
            onChange={(event) => setSought(event.target.value)}
            aria-label={t('filter')}
            placeholder={t('filter')}
            autoComplete="off"
            className="min-h-11 min-w-0 grow bg-transparent outline-none placeholder:text-muted"
          />
        </label>
      )}
      <div
        role="group"
        aria-label={t('choose.label')}
        className="-mx-3 flex flex-wrap items-center gap-x-1"
      >
        <Button variant="plain" tone="link" onClick={() => choosing.chooseAll(ids, true)}>
          {t('choose.all')}
        </Button>
        {shown.length > most && (
          <Button
            variant="plain"
            tone="link"
            onClick={() => choosing.chooseOnly(ids.slice(0, most))}
          >
            {t('choose.first', { count: most })}
          </Button>
        )}
        <Button variant="plain" tone="link" onClick={() => choosing.chooseAll(ids, false)}>
          {t('choose.nothing')}
        </Button>
        <span className="px-3 text-sm text-muted max-sm:hidden pointer-coarse:hidden">
          {t('choose.hint')}
        </span>
        <p role="status" className="ms-auto px-3 text-sm text-muted tabular-nums">
          {sought.trim() !== '' && t('found', { count: shown.length, all })}
        </p>
      </div>
    </div>
  );
}
