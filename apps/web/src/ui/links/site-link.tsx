import { type ComponentProps, type MouseEvent, useTransition } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';
import type { EntryState } from '../../site/entry-state.js';

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To;
  readonly state?: EntryState | undefined;
}

/**
 * A link `to` a page of this site, or an `href` to anything else (another site, an email address, a
 * file).
 */
export type SiteLinkProps = PageLinkProps | (ComponentProps<'a'> & { readonly href: string });

/**
 * Navigates inside the site without loading a document. The old page stays until the new one is
 * ready. Until then, the link is marked, which shows a bar at the top (app.css). The router's own
 * `Link` has no such mark.
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

/** Navigates inside the site for our own pages, and is a native link to anything else. */
export function SiteLink(props: SiteLinkProps) {
  return 'to' in props ? <PageLink {...props} /> : <a {...props} />;
}
