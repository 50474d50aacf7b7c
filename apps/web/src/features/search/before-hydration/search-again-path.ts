import { SENT } from '@dipper/site';

/** Returns the path to which a native submit of the form leads. */
export function searchAgainPath(pathname: string, text: string): string {
  return `${pathname}?${new URLSearchParams({ url: text.trim(), [SENT]: '1' }).toString()}`;
}
