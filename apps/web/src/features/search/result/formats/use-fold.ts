import { type RefObject, useEffect, useRef, useState } from 'react';

/** Number of rows in a folded list. */
const SHOWN = 5;

/** A list that shows only its first rows until it is unfolded. */
export interface Fold {
  readonly list: RefObject<HTMLUListElement | null>;
  /** Number of hidden rows. Never 1: the button would be no smaller than the row. */
  readonly hidden: number;
  readonly isHidden: (at: number) => boolean;
  readonly unfold: () => void;
}

/** Folds a list; unfolding focuses the first new row. */
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
