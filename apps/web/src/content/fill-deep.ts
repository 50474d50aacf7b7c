type Values = Readonly<Record<string, string>>;

/** Matches `{{name}}`, or a label of the catalog: `{{search:form.paste}}`. */
const PLACE = /\{\{([\w:.-]+)\}\}/g;

function filled(value: unknown, values: Values): unknown {
  if (typeof value === 'string') {
    return value.replace(PLACE, (place, name: string) => values[name] ?? place);
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => filled(item, values));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, filled(item, values)]),
    );
  }
  return value;
}

/** Replaces the `{{name}}` placeholders in all nested strings. */
export function fillDeep<Value>(value: Value, values: Values): Value {
  return filled(value, values) as Value;
}
