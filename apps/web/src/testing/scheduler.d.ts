/** React's scheduler, which comes without types. Only what the specs use. */
declare module 'scheduler' {
  /** Sets how long React works before it lets other work run, in frames per second (0 to 125). */
  export function unstable_forceFrameRate(fps: number): void;
}
