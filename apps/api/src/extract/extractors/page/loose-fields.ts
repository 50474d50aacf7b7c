import * as z from 'zod';
import { DomainError } from '../../../infra/errors/domain-error.js';

/*
 * Lenient schemas for JSON from other sites. An invalid field becomes null, and never makes the
 * whole reply fail.
 */

const orNull = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(null)
    .transform((value): z.output<T> | null => value ?? null);

export const text = orNull(z.string().trim().min(1));

/** A finite number, or a string that contains one. */
export const number = orNull(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^\s*\d{1,15}(\.\d+)?\s*$/)
      .transform(Number),
  ]),
);

/** An id as a string. Some sites write ids as numbers. */
export const id = orNull(z.union([z.string(), z.number().int()]).transform(String));

export const objectOf = <T extends z.ZodRawShape>(shape: T) => orNull(z.object(shape));

/** A lenient boolean. Sites write true, 1, "1" or "true". */
export const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** A list without its invalid members; empty if the value is not a list. */
export const listOf = <T extends z.ZodType>(entry: T) =>
  z
    .unknown()
    .optional()
    .transform((values): z.output<T>[] =>
      (Array.isArray(values) ? values : []).flatMap((value) => {
        const parsed = entry.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

/** Reads a site's reply. @throws DomainError EXTRACT_FAILED if it has another shape */
export function readReply<T extends z.ZodType>(schema: T, reply: unknown): z.output<T> {
  const parsed = schema.safeParse(reply);
  if (!parsed.success) {
    throw new DomainError('EXTRACT_FAILED', { cause: parsed.error });
  }
  return parsed.data;
}
