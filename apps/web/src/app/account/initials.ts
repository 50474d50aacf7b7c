/** The first two letters of a name, for where there is no picture: "AD". */
export function initials(name: string): string {
  return (name.match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join('').toLocaleUpperCase();
}
