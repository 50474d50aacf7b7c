import { useSite } from '../lib/site.js';

interface PageHeadProps {
  readonly title: string;
  readonly description?: string;
  /** Main path of the page; without one it has no canonical link and is not indexed. */
  readonly path?: string;
}

/** What a page says in <head>. React moves it there, on the server and when pages change. */
export function PageHead({ title, description, path }: PageHeadProps) {
  const { config, origin } = useSite();
  const about = description ?? config.seo.description;
  const base = config.seo.canonicalUrl.replace(/\/$/, '') || origin;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={about} />
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={`${base}${path}`} />
          <meta property="og:url" content={`${base}${path}`} />
        </>
      )}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={about} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={config.branding.name} />
      <meta name="twitter:card" content="summary" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={about} />
    </>
  );
}
