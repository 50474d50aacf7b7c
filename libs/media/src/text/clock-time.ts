/** Formats a time to the millisecond, without trailing zeros: "1:02:03.5", "2:03". */
export function clockTime(seconds: number): string {
  const all = Math.max(0, Math.round(seconds * 1000));
  const whole = Math.floor(all / 1000);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  const fraction = String(all % 1000)
    .padStart(3, '0')
    .replace(/(?<!0)0+$/, '');
  const rest = `${two(whole % 60)}${fraction === '' ? '' : `.${fraction}`}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Formats a time for a label, to a tenth of a second: "0:06" for 6.014, "1:02:03.5". */
export function shortTime(seconds: number): string {
  return clockTime(Math.round(seconds * 10) / 10);
}
