import * as z from 'zod';

/*
 * Lenient schemas for other people's JSON. An invalid field becomes null, and never makes the whole
 * reply fail.
 */

/** The parsed value, or null if it is missing or invalid. */
const orNull = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(null)
    .transform((value): z.output<T> | null => value ?? null);

/** A non-empty text. */
export const text = orNull(z.string().trim().min(1));

/** A finite number, which may be written as text. */
export const number = orNull(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^\s*\d{1,15}(\.\d+)?\s*$/)
      .transform(Number),
  ]),
);

/** An id. Some sites write it as a number, and some as text. */
export const id = orNull(z.union([z.string(), z.number().int()]).transform(String));

/** An object with these fields. */
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
