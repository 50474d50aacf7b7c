/**
 * Saves a file just as a click on a plain link would.
 * @param href the server must send it as an attachment
 */
export function saveFile(href: string, filename: string | null): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = filename ?? '';
  link.click();
}
