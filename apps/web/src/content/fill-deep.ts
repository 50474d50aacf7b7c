import { fill } from '@dipper/contract';

/** The same texts, with values in their `{{name}}` places, however deep they stand. */
export function fillDeep<Value>(value: Value, values: Readonly<Record<string, string>>): Value {
  if (typeof value === 'string') {
    return fill(value, values) as Value;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => fillDeep(item, values)) as Value;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => [key, fillDeep(item, values)]);
    return Object.fromEntries(entries) as Value;
  }
  return value;
}
