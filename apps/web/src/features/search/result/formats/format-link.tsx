import { type MouseEvent, useRef } from 'react';
import { PageLink, type PageLinkProps } from '../../../../ui/links/site-link.js';

/**
 * A link to the preview page. The second click of a double click is ignored: it would add a second
 * history entry while the page's code loads.
 */
export function FormatLink(props: PageLinkProps) {
  const followed = useRef(false);
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    // A click count above 1 may have started elsewhere.
    if (event.detail > 1 && followed.current) {
      event.preventDefault();
    }
    followed.current = true;
  };
  // Not draggable: a slight movement would start a drag instead of a click.
  return <PageLink {...props} draggable={false} onClick={onClick} />;
}
