import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { listenToNoted } from '../../lib/noted-events.js';
import { useSite } from '../../lib/site.js';
import { type DebugLine, watchPage } from './watch-page.js';

const MAX_LINES = 40;
/** Its own key in the configuration: where it is switched off. */
const TITLE = 'features.debugMode';

/**
 * What happens on a page, for its operator: in a corner, and in the console. Only in debug mode. Of one
 * height, since it tells of layout shifts and must make none.
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
      // These are in the console already (features/analytics).
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
