/**
 * Adds a third-party script, unless the page already has it. None of our code waits for it, and
 * nothing is logged if it is blocked or missing.
 */
export function loadScript(src: string, attributes: Readonly<Record<string, string>> = {}): void {
  const script = document.createElement('script');
  Object.entries(attributes).forEach(([name, value]) => script.setAttribute(name, value));
  script.async = true;
  script.src = src;
  if (![...document.scripts].some((known) => known.src === script.src)) {
    document.head.append(script);
  }
}
