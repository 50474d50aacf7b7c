import '../../theme/later.css';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { listenToNoted } from '../../site/noted-events.js';
import { useSite } from '../../site/site.js';
import { type DebugLine, watchPage } from './watch-page.js';

const MAX_LINES = 40;
/** The configuration key that enables the overlay, so that operators know how to switch it off. */
const TITLE = 'features.debugMode';

/**
 * Shows operators what happens on a page, both in a corner and in the console, in debug mode only.
 * Its height is fixed, because an overlay that reports layout shifts must not cause any.
 */
export function DebugOverlay() {
  const { t } = useTranslation();
  const { config } = useSite();
  const [lines, setLines] = useState<readonly DebugLine[]>([]);
  const [isOpen, setIsOpen] = useState(true);
  useEffect(() => {
    const show = (line: DebugLine) => setLines((before) => [...before, line].slice(-MAX_LINES));
    const tell = (line: DebugLine) => {
      console.debug(`[${config.branding.name}] ${line.what}`, line.detail);
      show(line);
    };
    tell({ what: 'domain', detail: config.domain });
    const ends = [
      // features/analytics has already logged this event to the console.
      listenToNoted(({ name, ...rest }) => {
        show({ what: name, detail: Object.values(rest).join(' ') });
      }),
      watchPage(tell),
    ];
    return () => ends.forEach((end) => end());
  }, [config]);
  if (!isOpen) {
    return null;
  }
  return (
    <aside
      aria-label={TITLE}
      className="fixed start-3 bottom-3 z-40 h-56 w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-control border border-edge bg-surface p-3 text-sm shadow-lg"
    >
      <div className="flex items-center justify-between gap-2">
        <strong>{TITLE}</strong>
        <button
          type="button"
          aria-label={t('ui.close')}
          onClick={() => setIsOpen(false)}
          className="grid size-8 place-items-center rounded-control hover:bg-sunk"
        >
          <X aria-hidden size={18} />
        </button>
      </div>
      <ol className="grid gap-0.5 tabular-nums">
        {lines.map(({ what, detail }, at) => (
          <li key={at} className="wrap-anywhere">
            <b>{what}</b> {detail}
          </li>
        ))}
      </ol>
    </aside>
  );
}
