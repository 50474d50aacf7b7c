interface SliderSteps {
  /** Of an arrow key. */
  readonly arrow: number;
  /** Of Page Up and Page Down. */
  readonly page: number;
  /** The value of the End key. */
  readonly end: number;
}

/** Returns the value to which a key moves a slider, unclamped; null for other keys. */
export function keyedValue(
  key: string,
  value: number,
  { arrow, page, end }: SliderSteps,
): number | null {
  const values: Readonly<Record<string, number>> = {
    ArrowLeft: value - arrow,
    ArrowDown: value - arrow,
    ArrowRight: value + arrow,
    ArrowUp: value + arrow,
    PageDown: value - page,
    PageUp: value + page,
    Home: 0,
    End: end,
  };
  const to = Object.hasOwn(values, key) ? values[key] : undefined;
  return to === undefined || !Number.isFinite(to) ? null : to;
}

/** Returns a pointer's position on a slider, 0-1. Values run from left to right in every script. */
export function pointedShare(x: number, { left, width }: Pick<DOMRect, 'left' | 'width'>): number {
  return width > 0 ? Math.max(0, Math.min((x - left) / width, 1)) : 0;
}
