import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { Button } from '../buttons/button.js';
import { OVERLAY_ATTRIBUTE, OVERLAY_PROPS } from './overlay-attribute.js';

interface DialogProps {
  /** The heading, which is also the name of the dialog. */
  readonly title: ReactNode;
  /** Announced together with the title. */
  readonly description?: ReactNode;
  /** The `close` function from the content's props (overlays/overlays-context.ts). */
  readonly onClose: () => void;
  /** Overrides what Escape does, for example to go back one step instead of closing. */
  readonly onEscape?: () => void;
  /**
   * For lists: the dialog is one and a half times as wide as a page's text and has a fixed height.
   */
  readonly wide?: boolean;
  /** For tabs: the height is fixed, so that the tabs stay under the pointer. */
  readonly tall?: boolean;
  readonly children?: ReactNode;
}

/** Makes everything except overlays inert. @returns a function that undoes this */
function makeInert(): () => void {
  const behind = [...document.body.children].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && !element.hasAttribute(OVERLAY_ATTRIBUTE) && !element.inert,
  );
  behind.forEach((element) => (element.inert = true));
  return () => behind.forEach((element) => (element.inert = false));
}

/** Locks the page's scrolling and reserves the space of the scrollbar, so that nothing moves. */
function lockScroll(): () => void {
  const root = document.documentElement;
  const { overflow, scrollbarGutter } = root.style;
  if (window.innerWidth > root.clientWidth) {
    root.style.scrollbarGutter = 'stable';
  }
  root.style.overflow = 'hidden';
  return () => Object.assign(root.style, { overflow, scrollbarGutter });
}

/**
 * Keeps the dialog open when the visitor presses an element of an extension, such as a password
 * manager's list.
 */
function keepForStrangers(event: Event & { readonly target: EventTarget | null }): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest(`[${OVERLAY_ATTRIBUTE}]`) === null) {
    event.preventDefault();
  }
}

/** Makes the page behind an open dialog inert. */
function usePageBehind(): void {
  useLayoutEffect(() => {
    const giveBack = makeInert();
    const unlock = lockScroll();
    return () => {
      giveBack();
      unlock();
    };
  }, []);
}

/**
 * The frame of a dialog. The first field gets the focus, or the frame if there is no field. Tab
 * cycles inside. Escape and a press outside close the dialog. The page behind is `inert`, as with a
 * native <dialog>. Radix's modal mode would also hide the toasts and inject a style element, which
 * the content policy blocks. The host returns the focus (dialog-slot.tsx).
 */
export function Dialog(props: DialogProps) {
  const { title, description, onClose, onEscape, wide = false, tall = false, children } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  usePageBehind();

  const onOpenAutoFocus = (event: Event) => {
    event.preventDefault();
    const field = frame.current?.querySelector<HTMLElement>(
      ':is(input, select, textarea):not([type=hidden], :disabled)',
    );
    (field ?? frame.current)?.focus({ preventScroll: true });
  };
  return (
    <Radix.Root open modal={false} onOpenChange={onClose}>
      <Radix.Portal>
        <div
          {...OVERLAY_PROPS}
          className="fixed inset-0 z-40 grid place-items-center bg-[rgb(0_0_0/0.55)] p-4 max-sm:place-items-end-safe"
        >
          <Radix.Content
            ref={frame}
            aria-modal
            onOpenAutoFocus={onOpenAutoFocus}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onFocusOutside={(event) => event.preventDefault()}
            onPointerDownOutside={keepForStrangers}
            onEscapeKeyDown={(event) => {
              if (onEscape !== undefined) {
                event.preventDefault();
                onEscape();
              }
            }}
            className={`card rise grid max-h-[calc(100dvh-2rem)] w-full ${wide ? 'h-224 max-w-4xl grid-rows-[auto_1fr]' : 'max-w-lg'} ${tall ? 'h-192 content-start' : ''} grid-cols-1 gap-4 overflow-y-auto overscroll-contain p-5 outline-none sm:p-6`}
          >
            <div className="flex items-start justify-between gap-3">
              <Radix.Title className="min-w-0 self-center text-title wrap-anywhere">
                {title}
              </Radix.Title>
              <Button variant="plain" size="icon" className="-me-2 -mt-1" onClick={onClose}>
                <X aria-hidden size={20} />
                <span className="sr-only">{t('ui.close')}</span>
              </Button>
            </div>
            {description !== undefined && (
              <Radix.Description className="text-muted">{description}</Radix.Description>
            )}
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
