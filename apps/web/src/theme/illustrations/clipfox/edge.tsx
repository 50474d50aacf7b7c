import { Band } from '../band.js';

/** The stripes of a clapperboard. */
export function SlateEdge() {
  return (
    <Band width={80} height={28}>
      <path className="fill-primary" d="M0 28L28 0h40L40 28Z" />
    </Band>
  );
}
