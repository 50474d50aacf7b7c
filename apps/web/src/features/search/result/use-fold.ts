import { type RefObject, useRef, useState } from 'react';
import { useOnChange } from '../../../lib/react/use-on-change.js';

/** A list that shows only its first rows until the visitor unfolds it. */
interface Fold {
  readonly list: RefObject<HTMLUListElement | null>;
  /** The number of hidden rows. Never 1, because the button would be no smaller than the row. */
  readonly hidden: number;
  readonly isHidden: (at: number) => boolean;
  readonly unfold: () => void;
}

/**
 * Folds a list. Unfolding it focuses the first row that was hidden.
 * @param shown the number of rows that stay visible
 */
export function useFold(rows: number, shown: number): Fold {
  const list = useRef<HTMLUListElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  const hidden = unfolded || rows <= shown + 1 ? 0 : rows - shown;
  useOnChange(unfolded, () =>
    list.current?.children[shown]?.querySelector<HTMLElement>('a, button')?.focus(),
  );
  return {
    list,
    hidden,
    isHidden: (at) => hidden > 0 && at >= shown,
    unfold: () => setUnfolded(true),
  };
}
