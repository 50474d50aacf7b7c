import { Fragment } from 'react';

/** Code that wraps after a comma or an underscore rather than inside a name or a number. */
export function Breakable({ code }: { readonly code: string }) {
  return code.split(/(?<=[,_])/).map((part, at) => (
    // The parts never change.
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}
