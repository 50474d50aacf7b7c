import type { MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

/** The second press of a double click would be a second entry in the history. */
function onlyOnce(event: MouseEvent): void {
  if (event.detail > 1) {
    event.preventDefault();
  }
}

/** A link to the preview page that one Back undoes, however it was pressed. */
export function FormatLink(props: LinkProps) {
  return <Link {...props} onClick={onlyOnce} />;
}
