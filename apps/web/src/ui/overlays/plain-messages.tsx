import { createPortal } from 'react-dom';
import { useTranslation } from '../../i18n/use-translation.js';
import { useStore } from '../../lib/state/store.js';
import { Button } from '../buttons/button.js';
import { type MessageListProps, visible } from './message-queue.js';
import { currentDialog } from './current-dialog.js';

/**
 * Stands in for the toasts if their code fails to load. Messages stay until the visitor dismisses
 * them.
 */
export function PlainMessages({ queue, onGone }: MessageListProps) {
  const { t } = useTranslation();
  const dialog = useStore(currentDialog, null);
  return createPortal(
    <div className="fixed inset-x-4 bottom-4 z-50 grid justify-items-center gap-2">
      {visible(queue).map(({ id, text, action }) => (
        <div key={id} role="alert" className="card flex flex-wrap items-center gap-2 p-3">
          {text}
          {action !== undefined && (
            <Button variant="quiet" onClick={action.onPress}>
              {action.label}
            </Button>
          )}
          <Button variant="plain" onClick={() => onGone(id)}>
            {t('ui.dismiss')}
          </Button>
        </div>
      ))}
    </div>,
    dialog ?? document.body,
  );
}
