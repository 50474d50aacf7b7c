/** Fills in the `{{name}}` placeholders of a sentence (i18next notation). */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : String(value);
  });
}
