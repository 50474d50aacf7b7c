import { resolve } from '@dipper/site';
import type { ComponentProps, PropsWithChildren, ReactNode } from 'react';
import { useRetention } from '../../i18n/use-retention.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../lib/site.js';
import { SiteLink } from '../../ui/site-link.js';

/** The name of this site. */
function Brand() {
  return <bdi>{useSite().config.branding.name}</bdi>;
}

/** How to reach a person; nothing where the operator gives no address. */
function Contact() {
  const { t } = useTranslation();
  const { email } = useSite().config.contact;
  return email === '' ? null : <a href={`mailto:${email}`}>{t('contact')}</a>;
}

/** How long a finished file is kept. */
function Retention() {
  return useRetention();
}

/** Said only at domains that have accounts. Around no heading: the table of contents has all of them. */
function WithAccounts({ children }: PropsWithChildren) {
  return useSite().config.authentication_enabled ? children : null;
}

/** Said only at domains that have none. */
function WithoutAccounts({ children }: PropsWithChildren) {
  return useSite().config.authentication_enabled ? null : children;
}

/** How many downloads a free account's list takes a day; nothing where that is not limited. */
function DailyDownloads() {
  const { t } = useTranslation('reading');
  const { dailyDownloads } = useSite().config.accounts;
  return dailyDownloads === null ? null : t('dailyDownloads', { count: dailyDownloads });
}

interface FigureProps {
  readonly caption: string;
  readonly children: ReactNode;
}

/** A drawing with what it shows. */
function Figure({ caption, children }: FigureProps) {
  return (
    <figure className="figure">
      {children}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** A link as written in a text: plain words where it leads to the page of a platform that is off here. */
function TextAnchor({ href = '', children }: ComponentProps<'a'>) {
  const { config } = useSite();
  if (href.startsWith('#')) {
    return <SiteLink to={{ hash: href }}>{children}</SiteLink>;
  }
  if (!href.startsWith('/') || href.startsWith('/sitemap')) {
    return <a href={href}>{children}</a>;
  }
  const [path = ''] = href.split(/[?#]/);
  const { off } = resolve(path, config, { languages: [], posts: [] });
  return off === null ? <SiteLink to={href}>{children}</SiteLink> : <span>{children}</span>;
}

/** Wider than a phone, it scrolls by itself; by keyboard, too. No landmark: a page may have several. */
function Table({ children }: ComponentProps<'table'>) {
  const { t } = useTranslation('reading');
  return (
    <div role="group" aria-label={t('table')} tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  );
}

/** What a text in MDX may name, and what its own elements become. */
export const TEXT_PARTS = {
  ...{ Brand, Contact, Retention, Figure },
  ...{ WithAccounts, WithoutAccounts, DailyDownloads },
  ...{ a: TextAnchor, table: Table },
};
