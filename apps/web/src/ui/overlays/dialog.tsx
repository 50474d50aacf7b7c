import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { Button } from '../button.js';
import { OVERLAY_ATTRIBUTE, OVERLAY_PROPS } from './overlay-attribute.js';

interface DialogProps {
  /** Heading and name of the dialog. */
  readonly title: ReactNode;
  /** What it is about, read out together with the title. */
  readonly description?: ReactNode;
  /** `close` of the content's props (overlays/overlays.ts). */
  readonly onClose: () => void;
  /** What Escape does instead: one step back, where the content has steps. */
  readonly onEscape?: () => void;
  /** For a list: as wide as a page's text and a half, and of one height, whatever is in it. */
  readonly wide?: boolean;
  /** For tabs: of one height, so that they stay under the pointer. */
  readonly tall?: boolean;
  readonly children?: ReactNode;
}

/** Takes everything that is no overlay out of reach. @returns gives it back. */
function makeInert(): () => void {
  const behind = [...document.body.children].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && !element.hasAttribute(OVERLAY_ATTRIBUTE) && !element.inert,
  );
  behind.forEach((element) => (element.inert = true));
  return () => behind.forEach((element) => (element.inert = false));
}

/** Keeps the page from scrolling, and the place of its scrollbar, so that nothing moves. */
function lockScroll(): () => void {
  const root = document.documentElement;
  const { overflow, scrollbarGutter } = root.style;
  if (window.innerWidth > root.clientWidth) {
    root.style.scrollbarGutter = 'stable';
  }
  root.style.overflow = 'hidden';
  return () => Object.assign(root.style, { overflow, scrollbarGutter });
}

/** What an extension puts into the page, as the list of a password manager, is not outside of it. */
function keepForStrangers(event: Event & { readonly target: EventTarget | null }): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest(`[${OVERLAY_ATTRIBUTE}]`) === null) {
    event.preventDefault();
  }
}

/** While a dialog is there, the page behind it is not. */
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
 * The frame of a dialog: the first field has the focus (or the frame, where there is none), Tab
 * goes round inside, Escape and a press outside close. The page behind is `inert`, as behind the
 * browser's own <dialog>. Radix's modal mode would hide the toasts, too, and inject a style element,
 * which the content policy refuses. The host gives the focus back (overlays/dialog-slot.tsx).
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
