import { resolve } from '@dipper/site';
import type { ComponentProps } from 'react';
import { textPieces } from '../../content/linked-text.js';
import { useSite } from '../../lib/site.js';
import { SiteLink } from '../../ui/site-link.js';

/** A link as written in a text: plain words where it leads to the page of a platform that is off here. */
export function TextAnchor({ href = '', children, ...rest }: ComponentProps<'a'>) {
  const { config } = useSite();
  if (href.startsWith('#')) {
    return (
      <SiteLink {...rest} to={{ hash: href }}>
        {children}
      </SiteLink>
    );
  }
  if (!href.startsWith('/') || href.startsWith('/sitemap')) {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    );
  }
  const [path = ''] = href.split(/[?#]/);
  const { off } = resolve(path, config, { languages: [], posts: [] });
  return off === null ? (
    <SiteLink {...rest} to={href}>
      {children}
    </SiteLink>
  ) : (
    <span>{children}</span>
  );
}

const INLINE = 'text-link underline underline-offset-4 wrap-anywhere';

/** A paragraph of a JSON text: words, and links written as in Markdown. */
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
