/** A 48 by 48 favicon: a drawing on a background with rounded corners. */
export function tile(ground: string, drawing: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="11" fill="${ground}"/>${drawing}</svg>`;
}
