import { resolve } from '@dipper/site';
import type { ComponentProps } from 'react';
import { textPieces } from '../../content/linked-text.js';
import { useSite } from '../../site/site.js';
import { SiteLink } from '../../ui/links/site-link.js';

/**
 * A link within text, rendered as plain text if it leads to a platform that this domain
 * has disabled.
 */
export function TextAnchor({ href = '', children, ...rest }: ComponentProps<'a'>) {
  const { config } = useSite();
  const isOurs = /^\/(?!sitemap|api\/)/.test(href);
  if (isOurs) {
    const [path = ''] = href.split(/[?#]/);
    if (resolve(path, config, { languages: [], posts: [] }).off !== null) {
      return <span>{children}</span>;
    }
  }
  const leads = isOurs ? { to: href } : href.startsWith('#') ? { to: { hash: href } } : { href };
  return (
    <SiteLink {...rest} {...leads}>
      {children}
    </SiteLink>
  );
}

const INLINE = 'text-link underline underline-offset-4 wrap-anywhere';

/** Renders text from a JSON file, including its Markdown links. */
export function LinkedText({ children }: { readonly children: string }) {
  return textPieces(children).map(({ text, to }, at) =>
    to === undefined ? (
      text
    ) : (
      <TextAnchor key={at} href={to} className={INLINE}>
        {text}
      </TextAnchor>
    ),
  );
}
