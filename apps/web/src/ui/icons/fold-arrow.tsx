import { LineIcon } from './line-icon.js';

/** The arrow inside a `summary`, which turns while its `details` are open. */
export function FoldArrow() {
  return (
    <LineIcon
      icon="ChevronDown"
      className="shrink-0 text-muted transition-transform [[open]>summary>&]:rotate-180"
    />
  );
}
