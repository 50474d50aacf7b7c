/** Returns the first letter or digit of a name in upper case; "•" if there is none. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? '•').toUpperCase();
}
