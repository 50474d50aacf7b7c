/** The first letter or digit of a name, as a capital; "•" of a name without one. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? '•').toUpperCase();
}
