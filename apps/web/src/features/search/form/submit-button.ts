export function submitButton(field: HTMLInputElement | null): HTMLElement | null {
  return field?.form?.querySelector<HTMLElement>('[type=submit]') ?? null;
}
