import { useTranslation } from '../../i18n/use-translation.js';

export function Spinner() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} className="grid min-h-64 place-items-center">
      <span className="size-9 animate-spin rounded-full border-4 border-line border-t-primary" />
    </div>
  );
}
