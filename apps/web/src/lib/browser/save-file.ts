/** Saves a file as a click on a plain link would. @param href served as an attachment */
export function saveFile(href: string, filename: string | null): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = filename ?? '';
  link.click();
}
