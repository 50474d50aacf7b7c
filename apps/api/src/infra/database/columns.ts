import type { ColumnOptions, ValueTransformer } from 'typeorm';

/** bigint comes as text from the driver; our counts and sizes are exact as numbers (to 2^53). */
export const asNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** A count or size. */
export const wholeNumber: ColumnOptions = { type: 'bigint', transformer: asNumber };

/** A moment. */
export const moment: ColumnOptions = { type: 'timestamptz' };
