import { SENT } from '@dipper/site';

/** Returns the path that a native submit of the form leads to. */
export function searchAgainPath(pathname: string, text: string): string {
  return `${pathname}?${new URLSearchParams({ url: text.trim(), [SENT]: '1' }).toString()}`;
}
