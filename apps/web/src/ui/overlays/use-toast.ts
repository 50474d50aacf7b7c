import { type Overlays, useOverlays } from './overlays-context.js';

/** Shows a transient notice. Never report a failure only here. */
export function useToast(): Overlays['toast'] {
  return useOverlays().toast;
}
