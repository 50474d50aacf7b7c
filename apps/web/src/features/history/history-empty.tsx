import { useTranslation } from '../../i18n/use-translation.js';
import { ButtonLink } from '../../ui/buttons/button.js';
import { PlateOfState } from '../../ui/plate.js';

interface HistoryEmptyProps {
  /** True if the visitor has just cleared the history. */
  readonly isCleared: boolean;
  /** True if the account's preferences disable the history. */
  readonly isOff: boolean;
  readonly close: () => void;
}

/**
 * Focuses the link field on the page behind the dialog, if there is one, because a link to the
 * current page would do nothing.
 */
function focusLinkField(): void {
  document.querySelector<HTMLElement>('form[role=search] input[name=url]')?.focus();
}

/** The empty history, with a link to start a download. */
export function HistoryEmpty({ isCleared, isOff, close }: HistoryEmptyProps) {
  const { t } = useTranslation('history');
  const leave = () => {
    close();
    // The page is inert until the dialog has closed (ui/overlays/dialog.tsx).
    setTimeout(focusLinkField);
  };
  return (
    <div className="m-auto grid max-w-md justify-items-center gap-4 py-4 text-center">
      <PlateOfState name="empty" className="w-44 sm:w-56" />
      <h3 className="text-xl">{t(isCleared ? 'empty.cleared' : 'empty.heading')}</h3>
      <p className="text-muted">{t(isOff ? 'empty.off' : 'empty.text')}</p>
      <ButtonLink to="/" variant="primary" onClick={leave}>
        {t('empty.action')}
      </ButtonLink>
    </div>
  );
}
