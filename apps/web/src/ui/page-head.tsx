import { pathIn, picturePath, publishedOrigin } from '@dipper/site';
import { useTranslation } from '../i18n/use-translation.js';
import { use } from 'react';
import { HeadListener } from '../site/head-listener.js';
import { useCurrentPage } from '../site/current-page.js';
import { useSite } from '../site/site.js';

interface PageHeadProps {
  /** The title, to which the brand is appended. */
  readonly title: string;
  /** True if the title is complete, as on the home page and where the specification fixes it. */
  readonly isWhole?: boolean;
  /** At most 155 characters; must be unique to this page. */
  readonly description: string;
  /** For the preview page: the media as shown in link previews on other sites. */
  readonly media?: {
    readonly title: string;
    readonly type: 'video.other' | 'music.song';
    /** The path of its picture on this server. Defaults to the home page's picture. */
    readonly picture: string | undefined;
  };
  /** For posts: the day on which the facts were last checked, as ISO 8601, if it is stated. */
  readonly article?: { readonly updated?: string | undefined };
}

/**
 * Returns a language in Open Graph's format, which requires a region. If it is missing, the
 * likeliest one is added.
 */
function openGraphLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return `${language}_${region ?? ''}`;
}

/**
 * A page's metadata for search engines and link previews. React moves it to <head>, on the server
 * and on navigation. X and other sites use `og:` if `twitter:` is missing.
 */
export function PageHead(props: PageHeadProps) {
  const { i18n } = useTranslation();
  const { config, origin } = useSite();
  const { canonical, alternates, language } = useCurrentPage();
  const { branding, seo } = config;
  const { article, media } = props;
  // The operator's texts for this page replace ours and stay unchanged.
  const own = props.isWhole === true ? undefined : seo.pages[canonical ?? ''];
  const title = own?.title ?? props.title;
  const whole =
    props.isWhole === true || own?.title !== undefined ? title : `${title} | ${branding.name}`;
  const about = own?.description ?? props.description;
  const base = publishedOrigin(config, origin);
  // Pages that are not indexed can still be shared, with the home page's picture.
  const picture = media?.picture
    ? origin + media.picture
    : base + picturePath(canonical ?? pathIn(language, '/'));
  const shown = media?.title ?? title;
  const shownWhole = media?.title ?? whole;
  use(HeadListener)?.({ title: shown, description: about });
  return (
    <>
      <title>{whole}</title>
      <meta name="description" content={about} />
      {canonical === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <meta name="robots" content="max-image-preview:large" />
          {seo.keywords.length > 0 && <meta name="keywords" content={seo.keywords.join(', ')} />}
          <link rel="canonical" href={base + canonical} />
          {alternates.map(({ language: tag, path }) => (
            <link key={tag} rel="alternate" hrefLang={tag} href={base + path} />
          ))}
          <meta property="og:url" content={base + canonical} />
        </>
      )}
      <meta property="og:title" content={shown} />
      <meta property="og:description" content={about} />
      <meta property="og:site_name" content={branding.name} />
      <meta property="og:locale" content={openGraphLocale(i18n.language)} />
      <meta property="og:type" content={media?.type ?? (article ? 'article' : 'website')} />
      {article?.updated !== undefined && (
        <meta property="article:modified_time" content={article.updated} />
      )}
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={shownWhole} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={shownWhole} />
      <meta name="twitter:description" content={about} />
      <meta name="twitter:image" content={picture} />
    </>
  );
}
