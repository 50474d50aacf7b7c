import type { ColumnOptions, ValueTransformer } from 'typeorm';

/**
 * Converts bigint columns, which the driver returns as text, to numbers. Our counts and sizes stay
 * below 2^53, so they are exact.
 */
export const asNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

export const wholeNumber: ColumnOptions = { type: 'bigint', transformer: asNumber };

export const timestamp: ColumnOptions = { type: 'timestamptz' };
