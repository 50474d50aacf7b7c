import { publishedOrigin } from '@dipper/site';
import { useHere } from '../lib/here.js';
import { useSite } from '../lib/site.js';

interface PageHeadProps {
  readonly title: string;
  readonly description?: string;
}

/** What a page says in <head>. React moves it there, on the server and when pages change. */
export function PageHead({ title, description }: PageHeadProps) {
  const { config, origin } = useSite();
  const { canonical, alternates } = useHere();
  const about = description ?? config.seo.description;
  const base = publishedOrigin(config, origin);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={about} />
      {canonical === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={`${base}${canonical}`} />
          {alternates.map(({ language, path }) => (
            <link key={language} rel="alternate" hrefLang={language} href={`${base}${path}`} />
          ))}
          <meta property="og:url" content={`${base}${canonical}`} />
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
