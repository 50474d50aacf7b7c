import { DomainError } from '../infra/http/domain-error.js';

/** A stretch of playing time, seconds from the start. */
export interface Span {
  readonly from: number;
  /** Infinity: up to the end. */
  readonly to: number;
}

/**
 * The source has been asked twice and its bytes are the same: the file itself is damaged there. The
 * visitor may have it all the same.
 */
export class SourceDamaged extends DomainError {
  /** @param damage in order, without overlaps; empty when it cannot be told where. */
  constructor(
    readonly damage: readonly Span[],
    cause: unknown,
  ) {
    super('SOURCE_DAMAGED', { cause, values: { where: spansText(damage) } });
  }
}

/** More places than this are not listed. */
const MOST_PLACES = 3;

/** " at 7:12 to 7:16 and 8:00 to the end"; '' for none. */
export function spansText(damage: readonly Span[]): string {
  if (damage.length > MOST_PLACES) {
    return ` in ${damage.length} places`;
  }
  const places = damage.map(({ from, to }) =>
    to === Infinity
      ? `${clockText(from)} to the end`
      : `${clockText(from)} to ${clockText(Math.ceil(to))}`,
  );
  return places.length === 0 ? '' : ` at ${places.join(' and ')}`;
}

/** "7:12", "1:02:03" */
function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, '0');
  return hours === 0
    ? `${minutes}:${rest}`
    : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}
