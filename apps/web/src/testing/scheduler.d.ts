/**
 * React's scheduler, which comes without types. Only what the specs use. npm installs it with
 * react-dom, which must get the same copy.
 */
declare module 'scheduler' {
  /** Sets how long React works before it lets other work run, in frames per second (up to 125). */
  export function unstable_forceFrameRate(fps: number): void;
}
