/** Finds the submit button of the form that a field belongs to. */
export function submitButton(field: HTMLInputElement | null): HTMLElement | null {
  return field?.form?.querySelector<HTMLElement>('[type=submit]') ?? null;
}
