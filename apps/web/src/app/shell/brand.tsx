import { useTranslation } from '../../i18n/use-translation.js';
import { PageLink } from '../../ui/links/site-link.js';
import { useSite } from '../../site/site.js';
import { BrandMark } from '../../ui/illustration.js';

export function Brand() {
  const { t } = useTranslation();
  const { name } = useSite().config.branding;
  return (
    <PageLink
      to="/"
      state={{ atTop: true }}
      aria-label={t('home', { name })}
      className="inline-flex min-h-11 min-w-0 items-center gap-2.5 rounded-lg font-display text-lg"
    >
      <BrandMark className="size-9" />
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </PageLink>
  );
}
