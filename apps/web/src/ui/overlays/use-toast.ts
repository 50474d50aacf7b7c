import { type Overlays, useOverlays } from './overlays-context.js';

/** Shows a transient notice. Never the only place where a failure is reported. */
export function useToast(): Overlays['toast'] {
  return useOverlays().toast;
}
