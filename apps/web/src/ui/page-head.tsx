import { pathIn, picturePath, publishedOrigin } from '@dipper/site';
import { useTranslation } from '../i18n/use-translation.js';
import { useHere } from '../lib/here.js';
import { useSite } from '../lib/site.js';

interface PageHeadProps {
  /** What the page is about, without the brand, which is added behind it. */
  readonly title: string;
  /** The title is whole as it is: the start's, and those that the specification fixes. */
  readonly isWhole?: boolean;
  /** At most 155 characters, of this page alone. */
  readonly description: string;
  /** Of a preview: what link previews show of the media. */
  readonly media?: {
    readonly title: string;
    readonly type: 'video.other' | 'music.song';
    /** Where its picture is on this server; without one the page has that of the start. */
    readonly picture: string | undefined;
  };
  /** Of a post: the day its facts were last checked, ISO 8601, where it says one. */
  readonly article?: { readonly updated?: string | undefined };
}

/** Open Graph names a region with each language; one that nobody wrote is the likeliest. */
function openGraphLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return `${language}_${region ?? ''}`;
}

/**
 * What a page says of itself in <head>, for search engines and link previews; React moves it there,
 * on the server and when pages change. X and others read `og:` where `twitter:` is missing.
 */
export function PageHead(props: PageHeadProps) {
  const { i18n } = useTranslation();
  const { config, origin } = useSite();
  const { canonical, alternates, language } = useHere();
  const { branding, seo } = config;
  const { article, media } = props;
  // What an operator wrote for this page stands instead of our words, as it is.
  const own = props.isWhole === true ? undefined : seo.pages[canonical ?? ''];
  const title = own?.title ?? props.title;
  const whole =
    props.isWhole === true || own?.title !== undefined ? title : `${title} | ${branding.name}`;
  const about = own?.description ?? props.description;
  const base = publishedOrigin(config, origin);
  // Pages that are not listed are shared, too: with the picture of the start.
  const picture = media?.picture
    ? origin + media.picture
    : base + picturePath(canonical ?? pathIn(language, '/'));
  const shown = media?.title ?? title;
  const shownWhole = media?.title ?? whole;
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
      {!media?.picture && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta property="og:image:alt" content={shownWhole} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={shownWhole} />
      <meta name="twitter:description" content={about} />
      <meta name="twitter:image" content={picture} />
    </>
  );
}
