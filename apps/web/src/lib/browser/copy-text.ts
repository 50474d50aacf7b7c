type Copy = (text: string) => Promise<void> | void;

/** Copies text by selecting it, for pages without clipboard access (no https). */
function copySelection(text: string): void {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'sr-only';
  document.body.append(field);
  field.select();
  try {
    if (!document.execCommand('copy')) {
      throw new Error('the browser refused to copy');
    }
  } finally {
    field.remove();
    (focused as HTMLElement | null)?.focus({ preventScroll: true });
  }
}

const COPIES: readonly Copy[] = [(text) => navigator.clipboard.writeText(text), copySelection];

/**
 * Writes text that arrives later to the clipboard. Safari allows writing only during a click, but
 * the content may follow. If a browser supports neither, `copyText` tries again once the text has
 * arrived.
 */
async function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
  // Ignored here, because the caller gets this error from `text` itself.
  blob.catch(() => undefined);
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/**
 * Copies text that has not arrived yet. Call this during a click.
 * @returns false if the browser refuses
 * @throws whatever makes the text fail
 */
export async function copyText(text: Promise<string>): Promise<boolean> {
  const begun = copyLater(text).then(
    () => true,
    () => false,
  );
  const known = await text;
  if (await begun) {
    return true;
  }
  for (const copy of COPIES) {
    try {
      await copy(known);
      return true;
    } catch {
      // Try the next method.
    }
  }
  return false;
}
