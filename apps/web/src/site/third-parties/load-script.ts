/**
 * Adds a third-party script. If it is blocked, missing or never loads, nothing of ours waits for it
 * and nothing is logged.
 */
export function loadScript(src: string, attributes: Readonly<Record<string, string>> = {}): void {
  const script = document.createElement('script');
  Object.entries(attributes).forEach(([name, value]) => script.setAttribute(name, value));
  script.async = true;
  script.src = src;
  document.head.append(script);
}
