import '../../theme/later.css';
import { CircleAlert, CircleCheck } from 'lucide-react';
import {
  type FocusEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../i18n/use-translation.js';
import { listen } from '../../lib/browser/listen.js';
import { useStore } from '../../lib/state/store.js';
import { Button } from '../buttons/button.js';
import { CloseButton } from '../buttons/close-button.js';
import {
  type Message,
  type MessageListProps,
  type QueuedMessage,
  visible,
} from './message-queue.js';
import { currentDialog } from './current-dialog.js';

const HOTKEY = 'F8';
/** How long a screen reader can find the announcement in the page. */
const ANNOUNCED_MS = 1000;
/**
 * In pixels. A touch that moves less than the first is a tap; from the second on, it is a swipe.
 */
const [PRESS_PX, SWIPE_PX] = [10, 50];

/** At least 5 s (WCAG 2.2.1) plus time to read; longer if there is an action. */
export function toastDurationMs({ text, action }: Message): number {
  return Math.max(action === undefined ? 5000 : 10_000, text.length * 80);
}

/** Calls `onEnd` after the duration, not counting the time during which it is paused. */
function useTimer(durationMs: number, isPaused: boolean, onEnd: () => void): void {
  const leftMs = useRef(durationMs);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isPaused) {
      const startedAt = performance.now();
      const timer = setTimeout(() => end(), leftMs.current);
      return () => {
        clearTimeout(timer);
        leftMs.current -= performance.now() - startedAt;
      };
    }
  }, [isPaused]);
}

/** Returns handlers for swiping an element down. */
function useSwipeDown(onSwiped: () => void) {
  const startY = useRef<number | null>(null);
  const moved = ({ clientY }: PointerEvent) => Math.max(0, clientY - (startY.current ?? clientY));
  const stop = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    startY.current = null;
    currentTarget.style.translate = '';
  };
  return {
    onPointerDown: ({ button, clientY }: PointerEvent) => {
      startY.current = button === 0 ? clientY : null;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (moved(event) > PRESS_PX) {
        // With the pointer captured, lifting the finger does not click a button below it.
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.style.translate = `0 ${moved(event)}px`;
      }
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isFar = moved(event) > SWIPE_PX;
      stop(event);
      if (isFar) {
        onSwiped();
      }
    },
    onPointerCancel: stop,
  };
}

/**
 * Announces a message once. The text comes two frames after the live region, because screen readers
 * announce only changes in existing regions.
 */
function Announcement({ text, isUrgent }: { readonly text: string; readonly isUrgent: boolean }) {
  const [shown, setShown] = useState('');
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setShown(text));
    });
    const timer = setTimeout(() => setShown(''), ANNOUNCED_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [text]);
  return (
    <div aria-live={isUrgent ? 'assertive' : 'polite'} className="sr-only">
      {shown}
    </div>
  );
}

interface ToastProps {
  readonly message: QueuedMessage;
  readonly isPaused: boolean;
  readonly onGone: () => void;
}

function Toast({ message, isPaused, onGone }: ToastProps) {
  const { t } = useTranslation();
  const { text, kind, action } = message;
  const isError = kind === 'error';
  const Icon = isError ? CircleAlert : CircleCheck;
  useTimer(toastDurationMs(message), isPaused, onGone);
  return (
    <li
      tabIndex={0}
      {...useSwipeDown(onGone)}
      className={`card rise pointer-events-auto flex w-full max-w-md touch-none items-center gap-3 p-3 select-none ${isError ? 'border-danger' : ''}`}
    >
      <Announcement text={t('ui.message', { text })} isUrgent={isError} />
      <Icon aria-hidden size={22} className={isError ? 'text-danger' : 'text-link'} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2">
        {/* Not live, because the announcement above has already been read out. */}
        <p
          role={isError ? 'alert' : 'status'}
          aria-live="off"
          className="min-w-0 flex-[1_1_10rem] font-medium wrap-anywhere"
        >
          {text}
        </p>
        {action !== undefined && (
          <Button
            variant="quiet"
            onClick={() => {
              action.onPress();
              onGone();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <CloseButton label={t('ui.dismiss')} onClick={onGone} />
    </li>
  );
}

/** True while a toast is hovered or focused, or while the window is in the background. */
function usePause(isEmpty: boolean) {
  const [isPaused, setPaused] = useState(false);
  if (isPaused && isEmpty) {
    setPaused(false);
  }
  useEffect(() => {
    const watched = new AbortController();
    const { signal } = watched;
    window.addEventListener('blur', () => setPaused(true), { signal });
    window.addEventListener('focus', () => setPaused(false), { signal });
    return () => watched.abort();
  }, []);
  return [isPaused, setPaused] as const;
}

/**
 * Returns the element that contains the toasts. It is moved rather than replaced, so that their
 * timers continue and nothing is announced again.
 */
function useHost(dialog: HTMLDialogElement | null): HTMLElement {
  const [host] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    (dialog ?? document.body).append(host);
  }, [dialog, host]);
  useLayoutEffect(() => () => host.remove(), [host]);
  return host;
}

/**
 * The toasts. They cover the end of the page, or are next to the open dialog, so that they shift
 * nothing. Their timers pause while a toast is hovered or focused. F8 moves the focus to the
 * toasts, and Escape or a swipe down dismisses one.
 */
export function Toasts({ queue, onGone }: MessageListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<Element | null>(null);
  const dialog = useStore(currentDialog, null);
  const host = useHost(dialog);
  const shown = visible(queue);
  const [isPaused, setPaused] = usePause(queue.length === 0);

  const dismiss = (id: number) => {
    if (list.current?.contains(document.activeElement) === true) {
      const next = shown.length > 1 ? list.current : (before.current as HTMLElement | null);
      next?.focus({ preventScroll: true });
    }
    onGone(id);
  };

  /** The last toast from before the dialog opened, because Escape closes whatever came last. */
  const lastBehind = useRef(0);
  const noteDialog = useEffectEvent(() => {
    lastBehind.current = dialog === null ? 0 : (queue.at(-1)?.id ?? 0);
  });
  useLayoutEffect(() => noteDialog(), [dialog]);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const newest = shown.at(-1);
    if (event.key === HOTKEY) {
      list.current?.focus();
    } else if (event.key === 'Escape' && newest !== undefined && newest.id > lastBehind.current) {
      if (!event.defaultPrevented) {
        // Otherwise, the browser would close the dialog as well.
        event.preventDefault();
        dismiss(newest.id);
      }
    }
  });
  useEffect(() => listen(document, ['keydown'], (event: KeyboardEvent) => onKeyDown(event)), []);

  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) {
      before.current = relatedTarget;
    }
    setPaused(true);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) =>
    setPaused(currentTarget.contains(relatedTarget));
  const onPointerLeave = ({ currentTarget }: PointerEvent) =>
    setPaused(currentTarget.contains(document.activeElement));
  return createPortal(
    <section aria-label={t('ui.messages', { key: HOTKEY })}>
      <ol
        ref={list}
        tabIndex={-1}
        onFocus={onFocus}
        onBlur={onBlur}
        onPointerMove={() => setPaused(true)}
        onPointerLeave={onPointerLeave}
        // A dialog is in the middle, or on phones at the lower edge, and leaves room above.
        className={`pointer-events-none fixed inset-x-0 z-50 flex flex-col items-center gap-2 p-4 outline-none ${dialog === null ? 'bottom-0 sm:items-end' : 'top-0'}`}
      >
        {shown.map((message) => (
          <Toast
            key={message.id}
            message={message}
            isPaused={isPaused}
            onGone={() => dismiss(message.id)}
          />
        ))}
      </ol>
    </section>,
    host,
  );
}
