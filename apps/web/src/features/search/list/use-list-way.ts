import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { type EntryState, entryState } from '../../../site/entry-state.js';

/** Returns the link of the entry that the current history entry shows, if any. */
export function usePicked(): string | null {
  return entryState(useLocation()).picked ?? null;
}

/**
 * Adds a history entry for the formats of a list entry, so that the browser's Back button leads to
 * the list.
 * @returns a function that adds the history entry
 */
export function useStepTo(): (url: string) => void {
  const { pathname, search, hash, key } = useLocation();
  const navigate = useNavigate();
  return (picked) => {
    const state: EntryState = { after: key, picked };
    navigate({ pathname, search, hash }, { state });
  };
}

/** Calls `onReturn` whenever the visitor returns here with Back or Forward. */
export function useReturn(onReturn: () => void): void {
  const { key } = useLocation();
  const popped = useNavigationType() === NavigationType.Pop;
  const seen = useRef(key);
  const returned = useEffectEvent(() => {
    // Mounting the component is not a return.
    if (seen.current !== key && popped) {
      onReturn();
    }
    seen.current = key;
  });
  useEffect(() => returned(), [key]);
}
