type Copy = (text: string) => Promise<void> | void;

/** Where the clipboard may not be written (an address without https): what is selected is copied. */
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
      throw new Error('nothing was copied');
    }
  } finally {
    field.remove();
    (focused as HTMLElement | null)?.focus({ preventScroll: true });
  }
}

const COPIES: readonly Copy[] = [(text) => navigator.clipboard.writeText(text), copySelection];

/**
 * Safari lets the clipboard be written only within a press; what is written may come later. Others
 * may do neither: then it is tried once the text is there.
 */
async function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
  // Whoever asked is told by `text` itself.
  blob.catch(() => undefined);
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

/**
 * Copies a text that is on its way. To be called within a press.
 * @returns false when the browser allows no way of it
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
      // The next one.
    }
  }
  return false;
}
