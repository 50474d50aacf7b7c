import { SiteLink, type SiteLinkProps } from './site-link.js';

const ALONE = 'inline-flex min-h-11 items-center';

/** `inline` stands in a sentence, the others on their own, high enough to be pressed. */
const KINDS = {
  standalone: `${ALONE} font-medium underline underline-offset-4`,
  /** An address, which may be longer than its line. */
  address: `${ALONE} wrap-anywhere underline underline-offset-4`,
  /** With an arrow, which says that it is one. */
  back: `${ALONE} gap-2 font-medium`,
  inline: 'wrap-anywhere underline',
} as const;

type TextLinkProps = SiteLinkProps & { readonly kind?: keyof typeof KINDS };

/** A link that looks like text. */
export function TextLink({ kind = 'standalone', className = '', ...rest }: TextLinkProps) {
  return <SiteLink {...rest} className={`${KINDS[kind]} text-link ${className}`.trimEnd()} />;
}
