import { type Overlays, useOverlays } from './overlays-context.js';

/** Shows a transient notice. A failure must never be reported only here. */
export function useToast(): Overlays['toast'] {
  return useOverlays().toast;
}
