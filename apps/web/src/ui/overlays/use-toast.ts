import { type Overlays, useOverlays } from './overlays-context.js';

/** To say something in passing. Never the only place where a failure is told. */
export function useToast(): Overlays['toast'] {
  return useOverlays().toast;
}
