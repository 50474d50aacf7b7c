import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../lib/site.js';
import { TextLink } from '../../ui/text-link.js';

/** Who this is, how to reach a person, and what it is not. */
export function SiteFooter() {
  const { t } = useTranslation();
  const { branding, contact } = useSite().config;
  return (
    <footer className="mt-auto border-t border-line py-8 text-sm text-muted">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="max-w-xl min-w-0 wrap-anywhere">
          {t('footer.independent', { name: branding.name })}
        </p>
        {contact.email !== '' && (
          <TextLink href={`mailto:${contact.email}`}>{t('contact')}</TextLink>
        )}
      </div>
    </footer>
  );
}
