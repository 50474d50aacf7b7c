import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { takeRefreshUrl } from '../../lib/refresh-extract.js';
import { takeTypedLink } from '../../lib/typed-before-hydration.js';
import { prefillOf, withoutPrefill } from './prefill.js';

/**
 * The form's text. It starts with what the address says, which is then taken out of the address
 * bar; what was typed before the page came alive, or left by the preview page, goes over it.
 */
export function usePrefilledText(): readonly [string, (text: string) => void] {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [text, setText] = useState(() => prefillOf(search));
  const [seenSearch, setSeenSearch] = useState(search);

  if (seenSearch !== search) {
    setSeenSearch(search);
    const prefill = prefillOf(search);
    if (prefill !== '') {
      setText(prefill);
    }
  }

  useLayoutEffect(() => {
    const waiting = takeTypedLink() || takeRefreshUrl() || '';
    if (waiting !== '') {
      // After hydration, whose first render must be the server's; before the next paint.
      queueMicrotask(() => setText(waiting));
    }
  }, []);

  useEffect(() => {
    const rest = withoutPrefill(search);
    if (rest !== null) {
      void navigate({ pathname, search: rest, hash }, { replace: true });
    }
  }, [pathname, search, hash, navigate]);

  return [text, setText];
}
