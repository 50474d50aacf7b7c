import type { ColumnOptions, ValueTransformer } from 'typeorm';

/** The driver returns bigint as text; our counts and sizes are exact as numbers (up to 2^53). */
export const asNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** A count or size. */
export const wholeNumber: ColumnOptions = { type: 'bigint', transformer: asNumber };

/** A moment. */
export const timestamp: ColumnOptions = { type: 'timestamptz' };
