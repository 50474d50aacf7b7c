import type { ColumnOptions, ValueTransformer } from 'typeorm';

/**
 * Converts between bigint, which the driver returns as text, and numbers. Our counts and sizes are
 * exact as numbers (up to 2^53).
 */
export const asNumber: ValueTransformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

export const wholeNumber: ColumnOptions = { type: 'bigint', transformer: asNumber };

export const timestamp: ColumnOptions = { type: 'timestamptz' };
