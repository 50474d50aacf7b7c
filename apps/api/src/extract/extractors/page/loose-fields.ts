import * as z from 'zod';

/* Lenient schemas for other people's JSON: an invalid field becomes null and never fails the reply. */

/** The parsed value, or null when absent or invalid. */
const orNull = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(null)
    .transform((value): z.output<T> | null => value ?? null);

/** A non-empty text. */
export const text = orNull(z.string().trim().min(1));

/** A finite number, possibly written as text. */
export const number = orNull(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^\s*\d{1,15}(\.\d+)?\s*$/)
      .transform(Number),
  ]),
);

/** An id: some sites write it as a number, some as text. */
export const id = orNull(z.union([z.string(), z.number().int()]).transform(String));

/** An object with these fields. */
export const objectOf = <T extends z.ZodRawShape>(shape: T) => orNull(z.object(shape));

/** Lenient boolean: sites write true, 1, "1" or "true". */
export const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** A list without its invalid members; empty if it isn't a list. */
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
