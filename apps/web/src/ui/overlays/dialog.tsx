import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { CloseButton } from '../buttons/close-button.js';
import { currentDialog } from './current-dialog.js';

interface DialogProps {
  /** The heading, which is also the dialog's name. */
  readonly title: ReactNode;
  /** Announced together with the title. */
  readonly description?: ReactNode;
  /** The `close` function from the content's props (overlays/overlays-context.ts). */
  readonly onClose: () => void;
  /** What Escape does instead of closing, for example going back one step. */
  readonly onEscape?: () => void;
  /** For lists: one and a half times as wide as a page's text, with a fixed height. */
  readonly wide?: boolean;
  /** For tabs: a fixed height, so that the tabs stay under the pointer. */
  readonly tall?: boolean;
  readonly children?: ReactNode;
}

/** Locks the page's scrolling and reserves the scrollbar's space, so that nothing moves. */
function lockScroll(): () => void {
  const root = document.documentElement;
  const { overflow, scrollbarGutter } = root.style;
  if (window.innerWidth > root.clientWidth) {
    root.style.scrollbarGutter = 'stable';
  }
  root.style.overflow = 'hidden';
  return () => Object.assign(root.style, { overflow, scrollbarGutter });
}

/** Opens the dialog, focuses its first field, or itself if it has none, and locks the page. */
function useModal(frame: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const dialog = frame.current as HTMLDialogElement;
    // Lock the page first: only then is it known whether it has a scrollbar.
    const unlock = lockScroll();
    if (!dialog.open) {
      dialog.showModal();
    }
    const field = dialog.querySelector<HTMLElement>(
      ':is(input, select, textarea):not([type=hidden], :disabled)',
    );
    (field ?? dialog).focus({ preventScroll: true });
    currentDialog.set(dialog);
    return () => {
      currentDialog.set(null);
      unlock();
    };
  }, [frame]);
}

/**
 * A dialog's frame: a native modal `<dialog>`, so that the browser makes the page behind it inert.
 * The element covers the window, and a click outside the card closes it (not all browsers support
 * `closedby`), as does Escape. The host returns the focus, because it recorded the focused element
 * when the dialog was requested (dialog-slot.tsx).
 */
export function Dialog(props: DialogProps) {
  const { title, description, onClose, onEscape, wide = false, tall = false, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const frame = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  useModal(frame);
  return (
    <dialog
      ref={frame}
      tabIndex={-1}
      aria-labelledby={`${id}title`}
      aria-describedby={description === undefined ? undefined : `${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        (onEscape ?? onClose)();
      }}
      // Browsers close a dialog on their own if Escape is pressed twice without another action.
      onClose={onClose}
      onPointerDown={({ target, currentTarget }) => {
        isPressedBeside.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        if (isPressedBeside.current && target === currentTarget) {
          onClose();
        }
      }}
      className="fixed inset-0 grid size-full max-h-none max-w-none place-items-center overflow-hidden bg-[rgb(0_0_0/0.55)] p-4 text-text outline-none max-sm:place-items-end-safe"
    >
      <div
        className={`card rise grid max-h-[calc(100dvh-2rem)] w-full ${wide ? 'h-224 max-w-4xl grid-rows-[auto_1fr]' : tall ? 'h-192 max-w-xl content-start' : 'max-w-lg'} grid-cols-1 gap-4 overflow-y-auto overscroll-contain p-5 sm:p-6`}
      >
        <div className="flex items-start justify-between gap-3">
          <h2 id={`${id}title`} className="min-w-0 self-center text-title wrap-anywhere">
            {title}
          </h2>
          <CloseButton label={t('ui.close')} className="-me-2 -mt-1" onClick={onClose} />
        </div>
        {description !== undefined && (
          <p id={`${id}text`} className="text-muted">
            {description}
          </p>
        )}
        {children}
      </div>
    </dialog>
  );
}
