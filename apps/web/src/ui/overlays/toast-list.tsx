import { CircleAlert, CircleCheck, X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { type FocusEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../i18n/use-translation.js';
import { buttonClass } from '../buttons/button.js';
import {
  type Message,
  type MessageListProps,
  type QueuedMessage,
  visible,
} from './message-queue.js';
import { OVERLAY_PROPS } from './overlay-attribute.js';

/** At least 5 s (WCAG 2.2.1) plus time to read; longer if there is an action. */
export function toastDurationMs({ text, action }: Message): number {
  return Math.max(action === undefined ? 5000 : 10_000, text.length * 80);
}

interface ToastProps {
  readonly message: QueuedMessage;
  readonly onGone: (id: number) => void;
}

function Toast({ message, onGone }: ToastProps) {
  const { t } = useTranslation();
  const { id, text, kind, action } = message;
  const isError = kind === 'error';
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      type={isError ? 'foreground' : 'background'}
      duration={toastDurationMs(message)}
      onOpenChange={() => onGone(id)}
      className={`card rise pointer-events-auto flex w-full max-w-md items-center gap-3 p-3 data-[swipe=end]:invisible data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y) ${isError ? 'border-danger' : ''}`}
    >
      <Icon aria-hidden size={22} className={isError ? 'text-danger' : 'text-link'} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2">
        {/* Radix announces the message from its own element; this element would repeat it. */}
        <p
          role={isError ? 'alert' : 'status'}
          aria-live="off"
          className="min-w-0 flex-[1_1_10rem] font-medium wrap-anywhere"
        >
          {text}
        </p>
        {action !== undefined && (
          <Radix.Action
            altText={action.label}
            onClick={action.onPress}
            className={buttonClass({ variant: 'quiet' })}
          >
            {action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close className={buttonClass({ variant: 'plain', size: 'icon' })}>
        <X aria-hidden size={20} />
        <span className="sr-only">{t('ui.dismiss')}</span>
      </Radix.Close>
    </Radix.Root>
  );
}

/**
 * The toasts. They lie over the end of the page, where they shift nothing. Their timers pause while
 * a toast is hovered or has the focus. F8 moves the focus to the toasts, and Escape or a swipe down
 * dismisses one.
 */
export function Toasts({ queue, onGone }: MessageListProps) {
  const { t } = useTranslation();
  const [announcer, setAnnouncer] = useState<HTMLElement | null>(null);
  const before = useRef<Element | null>(null);
  const shown = visible(queue);

  const noteFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) {
      before.current = relatedTarget;
    }
  };
  // Radix keeps the focus in the list, which is empty after the last toast.
  const onLast = (id: number) => {
    onGone(id);
    const region = announcer?.parentElement;
    if (shown.length === 1 && region?.contains(document.activeElement) === true) {
      (before.current as HTMLElement | null)?.focus({ preventScroll: true });
    }
  };
  return createPortal(
    <div {...OVERLAY_PROPS} onFocus={noteFocus}>
      <div ref={setAnnouncer} />
      <Radix.Provider
        label={t('ui.message')}
        swipeDirection="down"
        announcerContainer={announcer ?? undefined}
      >
        {shown.map((message) => (
          <Toast key={message.id} message={message} onGone={onLast} />
        ))}
        <Radix.Viewport
          label={t('ui.messages', { key: '{hotkey}' })}
          className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-center gap-2 p-4 outline-none sm:items-end"
        />
      </Radix.Provider>
    </div>,
    document.body,
  );
}
