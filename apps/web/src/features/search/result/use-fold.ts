import { type RefObject, useEffect, useRef, useState } from 'react';

/** Rows that a folded list shows. */
const SHOWN = 5;

/** A list that shows only its first rows until it is unfolded. */
export interface Fold {
  readonly list: RefObject<HTMLUListElement | null>;
  /** How many are hidden; 0 when all are shown. One is never hidden: its button is no smaller. */
  readonly hidden: number;
  readonly isHidden: (at: number) => boolean;
  readonly unfold: () => void;
}

/** Folds a list of so many rows; unfolding puts the focus on the first row that comes. */
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
