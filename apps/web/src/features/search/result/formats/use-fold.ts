import { type RefObject, useEffect, useRef, useState } from 'react';

/** Rows in a folded list. */
const SHOWN = 5;

/** A list that shows only its first rows until the visitor unfolds it. */
export interface Fold {
  readonly list: RefObject<HTMLUListElement | null>;
  /** The number of hidden rows. Never 1, because the button would be no smaller than the row. */
  readonly hidden: number;
  readonly isHidden: (at: number) => boolean;
  readonly unfold: () => void;
}

/** Folds a list. Unfolding it focuses the first row that was hidden. */
export function useFold(rows: number): Fold {
  const list = useRef<HTMLUListElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  const hidden = unfolded || rows <= SHOWN + 1 ? 0 : rows - SHOWN;

  useEffect(() => {
    if (unfolded) {
      list.current?.children[SHOWN]?.querySelector('a')?.focus();
    }
  }, [unfolded]);

  return {
    list,
    hidden,
    isHidden: (at) => hidden > 0 && at >= SHOWN,
    unfold: () => setUnfolded(true),
  };
}
