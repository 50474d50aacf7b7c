import { SiteLink, type SiteLinkProps } from './site-link.js';

const ALONE = 'inline-flex min-h-11 items-center';

/** `inline` is for links in a sentence. The others stand alone and have a full touch target. */
const KINDS = {
  standalone: `${ALONE} font-medium underline underline-offset-4`,
  /** A URL or email address, which may be longer than a line. */
  address: `${ALONE} wrap-anywhere underline underline-offset-4`,
  /** Has an arrow instead of an underline. */
  back: `${ALONE} gap-2 font-medium`,
  inline: 'wrap-anywhere underline',
} as const;

type TextLinkProps = SiteLinkProps & { readonly kind?: keyof typeof KINDS };

export function TextLink({ kind = 'standalone', className = '', ...rest }: TextLinkProps) {
  return <SiteLink {...rest} className={`${KINDS[kind]} text-link ${className}`.trimEnd()} />;
}
