import { linkedPlatforms, pathOf } from '@dipper/site';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSite } from '../../site/site.js';
import { FootGround } from '../../ui/illustration.js';
import { PlatformIcon } from '../../ui/icons/platform-icon.js';
import { SiteLink, type SiteLinkProps } from '../../ui/links/site-link.js';

const LINK =
  'inline-flex min-h-11 items-center lg:min-h-9 wrap-anywhere hover:text-text hover:underline';

/** A path of ours or a full URL; null if this site has no such page. */
type Entry = readonly [address: string | null, text: string];

/** Renders the entries that have an address. */
function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  return entries.map(([address, text]) => {
    if (address === null) {
      return null;
    }
    // The sitemap is a file, not a page.
    const isPage = address.startsWith('/') && !address.includes('.');
    const target: SiteLinkProps = isPage ? { to: address } : { href: address };
    return (
      <li key={address}>
        <SiteLink {...target} className={LINK}>
          {text}
        </SiteLink>
      </li>
    );
  });
}

interface ColumnProps {
  readonly heading: string;
  readonly entries: readonly Entry[];
  readonly wide?: boolean;
}

function Column({ heading, entries, wide = false }: ColumnProps) {
  const id = useId();
  if (entries.every(([address]) => address === null)) {
    return null;
  }
  return (
    <nav aria-labelledby={id} className={wide ? 'max-md:col-span-full md:col-span-2' : ''}>
      <h2 id={id} className="mb-1 text-base text-text">
        {heading}
      </h2>
      <ul className={wide ? 'columns-[9rem_2] gap-x-8' : ''}>
        <Entries entries={entries} />
      </ul>
    </nav>
  );
}

function SocialLinks() {
  const { t } = useTranslation();
  const { branding, contact } = useSite().config;
  return Object.entries(contact.socialMedia).map(([network, address]) => (
    <li key={network}>
      <a
        href={address}
        rel="me noopener"
        aria-label={t('footer.social', { name: branding.name, network })}
        className="inline-flex size-11 items-center justify-center rounded-lg hover:text-text"
      >
        <PlatformIcon icon={network} name={network} className="size-5" />
      </a>
    </li>
  ));
}

function Columns() {
  const { t } = useTranslation();
  const { config } = useSite();
  const { email } = config.contact;
  const platforms = linkedPlatforms(config);
  const podcasts = platforms.some(({ id }) => id === 'apple-podcasts') ? pathOf('podcasts') : null;
  return (
    <>
      <Column
        wide
        heading={t('footer.downloaders')}
        entries={[
          ...platforms.map(({ path, displayName }): Entry => [path, displayName]),
          [podcasts, t('footer.podcasts')],
        ]}
      />
      <Column
        heading={t('footer.support')}
        entries={[
          [pathOf('help'), t('footer.help')],
          [pathOf('status'), t('footer.status')],
          [pathOf('developers'), t('footer.developers')],
          [pathOf('guide'), t('nav.guide')],
          [pathOf('blog'), t('nav.blog')],
          [email === '' ? null : `mailto:${email}`, t('contact')],
        ]}
      />
      <Column
        heading={t('footer.legal')}
        entries={[
          [pathOf('privacy'), t('footer.privacy')],
          [pathOf('terms'), t('footer.terms')],
          [pathOf('glossary'), t('footer.glossary')],
          [pathOf('dmca'), t('footer.dmca')],
        ]}
      />
    </>
  );
}

export function SiteFooter() {
  const { t } = useTranslation();
  const { branding } = useSite().config;
  const [year] = useState(() => new Date().getFullYear());
  return (
    <FootGround>
      <div className="wrap grid grid-cols-1 gap-8">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-8 gap-y-6">
          <Columns />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <p className="min-w-0 wrap-anywhere">
            © <span suppressHydrationWarning>{year}</span> {branding.name}
            {branding.slogan !== '' && <> · {branding.slogan}</>}
          </p>
          <ul className="flex flex-wrap items-center gap-x-5">
            <SocialLinks />
            <Entries
              entries={[
                [pathOf('cookies'), t('footer.cookies')],
                ['/sitemap.xml', t('footer.sitemap')],
              ]}
            />
          </ul>
        </div>
        <p className="max-w-xl">{t('footer.independent', { name: branding.name })}</p>
      </div>
    </FootGround>
  );
}
