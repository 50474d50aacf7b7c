import { useTranslation } from '../../i18n/use-translation.js';
import { ButtonLink } from '../../ui/button.js';
import { Plate } from '../../ui/plate.js';

interface HistoryEmptyProps {
  /** The visitor has just cleared it. */
  readonly isCleared: boolean;
  /** The account's preference keeps it empty. */
  readonly isOff: boolean;
}

/** A history with nothing in it, and a way on. */
export function HistoryEmpty({ isCleared, isOff }: HistoryEmptyProps) {
  const { t } = useTranslation('history');
  return (
    <div className="m-auto grid max-w-md justify-items-center gap-4 py-4 text-center">
      <Plate name="footprints" className="w-44 sm:w-56" />
      <h3 className="text-xl">{t(isCleared ? 'empty.cleared' : 'empty.heading')}</h3>
      <p className="text-muted">{t(isOff ? 'empty.off' : 'empty.text')}</p>
      <ButtonLink to="/" variant="primary">
        {t('empty.action')}
      </ButtonLink>
    </div>
  );
}
