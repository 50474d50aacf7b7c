/** The first letter or digit of a name in upper case; "•" if it has none. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? '•').toUpperCase();
}
