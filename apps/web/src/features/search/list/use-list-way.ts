import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';

/** Of the history entry that shows an entry of a list: what was searched for. */
export function usePicked(): string | null {
  const location = useLocation();
  const { picked } = Object(location.state) as { readonly picked?: unknown };
  return typeof picked === 'string' ? picked : null;
}

/**
 * Makes the formats of an entry a step of the browser's history, so that its own button leads back, too.
 * @returns takes the step
 */
export function useStepTo(): (url: string) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return (picked) => void navigate({ pathname, search, hash }, { state: { picked } });
}

/** Calls back whenever the visitor came to this place of the history by Back or Forward. */
export function useReturn(onReturn: () => void): void {
  const { key } = useLocation();
  const popped = useNavigationType() === NavigationType.Pop;
  const seen = useRef(key);
  const returned = useEffectEvent(() => {
    // Where it was mounted the visitor has not come back to it.
    if (seen.current !== key && popped) {
      onReturn();
    }
    seen.current = key;
  });
  useEffect(() => returned(), [key]);
}
