import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import {
  enqueue,
  type Message,
  type MessageListProps,
  type QueuedMessage,
} from './message-queue.js';
import { type Overlays, OverlaysContext } from './overlays-context.js';
import { PlainMessages } from './plain-messages.js';

/**
 * The queue of messages and the component that shows them, which is loaded with the first message.
 */
function useMessages() {
  const [queue, setQueue] = useState<readonly QueuedMessage[]>([]);
  const [Toasts, setToasts] = useState<ComponentType<MessageListProps> | null>(null);
  const lastId = useRef(0);
  const toast = useCallback((message: Message) => {
    const id = ++lastId.current;
    setQueue((before) => enqueue(before, { ...message, id }));
    import('./toast-list.js').then(
      (loaded) => setToasts(() => loaded.Toasts),
      () => setToasts((before: typeof Toasts) => before ?? PlainMessages),
    );
  }, []);
  const onGone = (gone: number) => setQueue((before) => before.filter(({ id }) => id !== gone));
  return { toast, shown: Toasts !== null && <Toasts queue={queue} onGone={onGone} /> };
}

interface ShownDialog {
  readonly id: number;
  readonly render: (opener: Element | null) => ReactNode;
  /** Stays the same when a dialog opens another one. */
  readonly opener: Element | null;
  readonly visit: string;
  readonly onClose: (() => void) | undefined;
}

/**
 * Returns a value that changes on navigation, but not when a page only cleans up its URL, for
 * example after filling in the form or opening a dialog.
 */
function useVisit(): string {
  const { key, pathname } = useLocation();
  const isTidied = useNavigationType() === NavigationType.Replace;
  const [visit, setVisit] = useState({ key, pathname, id: key });
  if (visit.key !== key) {
    const id = isTidied && visit.pathname === pathname ? visit.id : key;
    setVisit({ key, pathname, id });
    return id;
  }
  return visit.id;
}

/**
 * The only dialog. It belongs to the visit in which it was requested, and closes when that visit
 * ends.
 */
function useShownDialog(toast: Overlays['toast']) {
  const { t } = useTranslation();
  const visit = useVisit();
  const [dialog, setDialog] = useState<ShownDialog | null>(null);
  const latest = useRef(0);
  const currentVisit = useRef(visit);
  if (dialog !== null && dialog.visit !== visit) {
    // In the same commit as the new page, which can take the focus only when nothing is inert.
    setDialog(null);
  }
  useEffect(() => {
    currentVisit.current = visit;
  }, [visit]);
  useEffect(() => () => dialog?.onClose?.(), [dialog]);

  const openDialog: Overlays['openDialog'] = useCallback(
    async (load, props, onClose) => {
      const { activeElement } = document;
      const id = ++latest.current;
      const askedIn = currentVisit.current;
      const close = () => setDialog((shown) => (shown?.id === id ? null : shown));
      const fail = () => {
        close();
        const onPress = () => window.location.reload();
        toast({ kind: 'error', text: t('ui.failed'), action: { label: t('ui.reload'), onPress } });
      };
      try {
        const [Content, { DialogSlot }] = await Promise.all([load(), import('./dialog-slot.js')]);
        if (latest.current === id) {
          const render = (opener: Element | null) => (
            <DialogSlot key={id} opener={opener} onFail={fail}>
              <Content {...props} close={close} />
            </DialogSlot>
          );
          setDialog((before) => {
            const opener = before === null ? activeElement : before.opener;
            return { id, render, opener, visit: askedIn, onClose };
          });
        }
      } catch {
        fail();
      }
    },
    [t, toast],
  );
  return { openDialog, shown: dialog?.render(dialog.opener) };
}

/**
 * Hosts the site's overlays, outside the page: one dialog and the toasts. Mounted once, in the
 * shell, inside the router. The overlays' code is loaded on first use.
 */
export function OverlayHost({ children }: { readonly children: ReactNode }) {
  const { toast, shown: toasts } = useMessages();
  const { openDialog, shown: dialog } = useShownDialog(toast);
  const overlays = useMemo(() => ({ openDialog, toast }), [openDialog, toast]);
  return (
    <OverlaysContext value={overlays}>
      {children}
      {dialog}
      {toasts}
    </OverlaysContext>
  );
}
