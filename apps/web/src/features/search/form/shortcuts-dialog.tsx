import '../../../theme/later.css';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { Dialog } from '../../../ui/overlays/dialog.js';
import type { DialogContentProps } from '../../../ui/overlays/overlays-context.js';
import { keepSingleKeys, singleKeysOn } from '../../../lib/browser/single-keys.js';

const SHORTCUTS = [
  { keys: '/', does: 'focus' },
  { keys: '?', does: 'help' },
  { keys: 'Enter', does: 'send' },
  { keys: 'Esc', does: 'clear' },
  { keys: '0:12-0:41', does: 'clip' },
] as const;

/** Lists the keyboard shortcuts, with a switch for the single-key ones. */
export function ShortcutsDialog({ close }: DialogContentProps) {
  const { t } = useTranslation('search');
  const [on, setOn] = useState(singleKeysOn);
  const change = (next: boolean) => {
    keepSingleKeys(next);
    setOn(next);
  };
  return (
    <Dialog title={t('shortcuts.title')} onClose={close}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="badge min-w-9 justify-center">{keys}</kbd>
            </dt>
            <dd>{t(`shortcuts.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => change(event.target.checked)}
          className="size-5"
        />
        {t('shortcuts.switch')}
      </label>
    </Dialog>
  );
}
