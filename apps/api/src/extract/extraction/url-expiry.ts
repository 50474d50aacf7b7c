/** The query parameters in which media hosts put the expiry of a URL, in seconds since 1970. */
const PARAMETERS = ['expire', 'expires', 'exp', 'x-expires', 'e', 'oe', 'deadline', 'validto'];

/**
 * An expiry in a path: in YouTube's playlists (`/expire/1795230000/`) and Akamai's tokens
 * (`/exp=1795230000~`).
 */
const IN_PATH = /\/(?:expires?|exp)[/=](\d{10})(?!\d)/i;

/** Plausible times: 2020 to 2100. A number outside this range means something else. */
const [EARLIEST, LATEST] = [1577836800, 4102444800];

/**
 * When a media URL expires according to its parameters; null if it contains no expiry. Facebook and
 * Instagram write `oe` in hexadecimal.
 */
export function urlExpiry(url: string): Date | null {
  const { searchParams, pathname } = new URL(url);
  const query = [...searchParams];
  for (const name of PARAMETERS) {
    const value = query.find(([key]) => key.toLowerCase() === name)?.[1];
    const seconds = value === undefined ? NaN : name === 'oe' ? parseInt(value, 16) : Number(value);
    if (isPlausible(seconds)) {
      return new Date(seconds * 1000);
    }
  }
  const seconds = Number(IN_PATH.exec(pathname)?.[1]);
  return isPlausible(seconds) ? new Date(seconds * 1000) : null;
}

function isPlausible(seconds: number): boolean {
  return seconds >= EARLIEST && seconds <= LATEST;
}
