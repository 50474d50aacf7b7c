import { DEFAULT_LANGUAGE } from '@dipper/site';
import { useTranslation } from '../../i18n/use-translation.js';

/** The texts of which only the English version is binding. */
const BINDING = ['privacy', 'terms', 'dmca', 'cookies'] as const;

/** Summarizes a legal text in the page's language; renders nothing for other and English texts. */
export function LegalSummary({ text }: { readonly text: string }) {
  const { t, i18n } = useTranslation('legal');
  const key = BINDING.find((it) => it === text);
  return (
    key !== undefined &&
    i18n.language !== DEFAULT_LANGUAGE && (
      <section className="card mb-10 grid gap-3 p-5 sm:p-6">
        <p className="font-semibold">{t('binding')}</p>
        <p>{t(key)}</p>
      </section>
    )
  );
}
