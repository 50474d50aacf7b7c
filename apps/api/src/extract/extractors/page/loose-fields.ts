import * as z from 'zod';

/*
 * Fields of other people's JSON: what is odd is unknown, and none of them makes a reply unreadable.
 */

/** What fits, or null: for what is absent, too. */
const orNull = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .catch(null)
    .transform((value): z.output<T> | null => value ?? null);

/** A text that says something. */
export const text = orNull(z.string().trim().min(1));

/** A finite number, also written as text. */
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

/** Truth as sites write it: true, 1, "1". */
export const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** A list, without what is not one of its kind; empty for what is no list. */
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
