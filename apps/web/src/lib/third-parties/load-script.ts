/**
 * Adds a script of a third party. One that a blocker stops, that is not there or never comes is a
 * matter of that third party: nothing of ours waits for it, and nothing is logged.
 */
export function loadScript(src: string, attributes: Readonly<Record<string, string>> = {}): void {
  const script = document.createElement('script');
  Object.entries(attributes).forEach(([name, value]) => script.setAttribute(name, value));
  script.async = true;
  script.src = src;
  document.head.append(script);
}
