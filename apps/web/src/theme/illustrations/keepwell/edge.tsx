import { Band } from '../band.js';

/** The tabs of a card index. */
export function TabEdge() {
  return (
    <Band width={360} height={32}>
      <path className="fill-sunk" d="M0 23h360v9H0ZM24 24l8-18c1-2 2-3 4-3h68c2 0 3 1 4 3l8 18Z" />
      <path className="fill-primary" d="M144 24l8-18c1-2 2-3 4-3h68c2 0 3 1 4 3l8 18Z" />
      <path className="fill-sunk" d="M264 24l8-18c1-2 2-3 4-3h48c2 0 3 1 4 3l8 18Z" />
    </Band>
  );
}
