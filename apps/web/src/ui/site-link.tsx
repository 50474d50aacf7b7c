import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

/** A link: `to` a page of this site, or an `href` anywhere (another site, a mail, a file). */
export type SiteLinkProps = LinkProps | (ComponentProps<'a'> & { readonly href: string });

/** The router's link for our own pages, the browser's for everything else. */
export function SiteLink(props: SiteLinkProps) {
  return 'to' in props ? <Link {...props} /> : <a {...props} />;
}
