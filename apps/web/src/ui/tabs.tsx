import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { documentDirection } from './overlays/document-direction.js';

interface Tab {
  readonly id: string;
  readonly label: ReactNode;
  readonly panel: ReactNode;
}

interface TabsProps {
  /** The tab list's name for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The id of the initial tab. Defaults to the first; '' opens none. */
  readonly initial?: string;
  readonly onChange?: (id: string) => void;
}

/**
 * All panels are in the page, so that search engines and visitors without scripts get the full
 * text. The arrow keys move between the tabs and select them immediately.
 */
export function Tabs({ label, tabs, initial = tabs[0]?.id, onChange }: TabsProps) {
  const base = useId();
  const [selected, setSelected] = useState(initial);
  const stop = tabs.some(({ id }) => id === selected) ? selected : tabs[0]?.id;
  const select = (id: string) => {
    if (id !== selected) {
      setSelected(id);
      onChange?.(id);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forwards = documentDirection() === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const at = tabs.findIndex(({ id }) => `${base}${id}` === (event.target as Element).id);
    const next =
      event.key === 'Home'
        ? tabs[0]
        : event.key === 'End'
          ? tabs.at(-1)
          : /^Arrow(?:Left|Right)$/.test(event.key)
            ? tabs.at(event.key === forwards ? (at + 1) % tabs.length : at - 1)
            : undefined;
    if (next !== undefined) {
      event.preventDefault();
      document.getElementById(`${base}${next.id}`)?.focus();
      select(next.id);
    }
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex flex-wrap border-b sm:gap-x-1 border-line noscript:hidden"
      >
        {tabs.map(({ id, label: words }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}${id}`}
            aria-selected={id === selected}
            aria-controls={`${base}${id}panel`}
            tabIndex={id === stop ? 0 : -1}
            onClick={() => select(id)}
            className="inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-2 border-b-2 border-transparent px-2 font-semibold text-muted -outline-offset-3 max-sm:text-sm sm:px-4 hover:text-text aria-selected:border-primary aria-selected:text-text forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
          >
            {words}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${base}${id}panel`}
          aria-labelledby={`${base}${id}`}
          tabIndex={0}
          data-state={id === selected ? 'active' : 'inactive'}
          className="data-[state=inactive]:not-noscript:hidden"
        >
          {panel}
        </div>
      ))}
    </div>
  );
}
