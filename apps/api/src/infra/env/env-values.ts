import { parseUrl } from '@dipper/media';
import * as z from 'zod';

/** Compose files pass unset variables as empty text. */
export const unset = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional());

const oneOrMore = z.coerce
  .number('a whole number, 1 or more')
  .int('a whole number')
  .min(1, '1 or more');
export const count = (fallback: number) =>
  z.preprocess(unset, oneOrMore.default(fallback)).meta({ values: 'whole number, 1 or more' });
export const optionalCount = () => optional(oneOrMore).meta({ values: 'whole number, 1 or more' });
export const urlOf = (...schemes: string[]) =>
  optional(
    z.string().refine((text) => schemes.includes(parseUrl(text)?.protocol ?? ''), {
      error: `a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    }),
  ).meta({ values: schemes.map((scheme) => `\`${scheme}//…\``).join(', ') });
export const choice = <const T extends string>(
  values: readonly [T, ...T[]],
  fallback: NoInfer<T>,
) =>
  z
    .preprocess(unset, z.enum(values, `one of ${values.join(', ')}`).default(fallback))
    .meta({ values: values.map((value) => `\`${value}\``).join(', ') });
export const path = () => optional(z.string()).meta({ values: 'path' });

export function parses(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
