type Copy = (text: string) => Promise<void> | void;

/** Copies by selection, for pages without clipboard access (no https). */
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
 * Safari allows writing to the clipboard only within a press, but the content may arrive later. If
 * a browser supports neither, `copyText` tries again once the text is there.
 */
async function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
  // The caller gets this error from `text` itself.
  blob.catch(() => undefined);
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/**
 * Copies a pending text. Call it within a press.
 * @returns false if the browser refuses
 * @throws whatever the text fails with
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
      // Try the next way.
    }
  }
  return false;
}
