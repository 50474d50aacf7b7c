import { useCallback, useState } from 'react';
import { type Open, useOverlays } from './overlays-context.js';

/** Opens dialogs. `loading` is true while the code of a dialog requested here is loading. */
export function useDialog(): { readonly open: Open<void>; readonly loading: boolean } {
  const { openDialog } = useOverlays();
  const [loading, setLoading] = useState(false);
  const open: Open<void> = useCallback(
    (...dialog) => {
      setLoading(true);
      void openDialog(...dialog).then(() => setLoading(false));
    },
    [openDialog],
  );
  return { open, loading };
}
