import { type MouseEvent, useRef } from 'react';
import { PageLink, type PageLinkProps } from '../../../../ui/links/site-link.js';

/**
 * A link to the preview page. It ignores the second click of a double-click, which would add
 * another history entry while the page's code loads.
 */
export function FormatLink(props: PageLinkProps) {
  const followed = useRef(false);
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    // The click count is not enough, because the first click may have been elsewhere.
    if (event.detail > 1 && followed.current) {
      event.preventDefault();
    }
    followed.current = true;
  };
  // Not draggable: with a slight movement, a click would become a drag.
  return <PageLink {...props} draggable={false} onClick={onClick} />;
}
