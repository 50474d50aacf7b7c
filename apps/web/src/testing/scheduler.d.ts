/**
 * The part of React's scheduler that the specs use; the package has no types. It is not in
 * package.json, because it must be the copy that npm installs for react-dom.
 */
declare module 'scheduler' {
  /** Sets how long React works before it lets other work run, in frames per second (up to 125). */
  export function unstable_forceFrameRate(fps: number): void;
}
