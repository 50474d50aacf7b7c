/**
 * Saves a file just as a click on a plain link would.
 * @param href the URL of the file, which the server must send as an attachment
 */
export function clickToSave(href: string, filename: string | null): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = filename ?? '';
  link.click();
}
