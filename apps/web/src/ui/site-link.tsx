import { type ComponentProps, type MouseEvent, useTransition } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';

/** A link to a page of this site. */
export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To;
  /** What the page finds as the state of its location. */
  readonly state?: unknown;
}

/** A link: `to` a page of this site, or an `href` anywhere (another site, a mail, a file). */
export type SiteLinkProps = PageLinkProps | (ComponentProps<'a'> & { readonly href: string });

/**
 * Follows links inside the site without loading a document. The router's own `Link` brings the
 * prefetching of its framework mode with it, and with that route matching: 3 KB of gzip on every page.
 * Until the page is there the old one stays, and the link is marked: a bar at the top says so (app.css).
 */
export function PageLink({ to, state, onClick, ...rest }: PageLinkProps) {
  const follow = useLinkClickHandler(to, { state, target: rest.target });
  const [isPending, startTransition] = useTransition();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) {
      startTransition(() => follow(event));
    }
  };
  return (
    <a {...rest} href={useHref(to)} data-pending={isPending || undefined} onClick={handleClick} />
  );
}

/** Without loading a document to our own pages, the browser's own link to everything else. */
export function SiteLink(props: SiteLinkProps) {
  return 'to' in props ? <PageLink {...props} /> : <a {...props} />;
}
