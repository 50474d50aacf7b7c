import { Drawing, type DrawingProps } from '../drawing.js';
import drawings from './drawings.svg?url';

/** The bird. Its feet touch the lower edge. */
export function StandingBird({ className }: DrawingProps) {
  return (
    <Drawing viewBox="0 0 266 188" className={`standing ${className}`}>
      <use href={`${drawings}#standing`} />
    </Drawing>
  );
}
