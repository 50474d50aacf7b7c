/** Number of bits in the binary number that each frame shows, as blocks of 32 pixels. */
export const BITS = 10;
/** A 20 ms tick every half second, for ffmpeg's `lavfi`. */
export const TICKS = "aevalsrc='if(lt(mod(t,0.5),0.02),sin(2*PI*1000*t),0)':s=48000";

/**
 * The numbers that frames show.
 * @param bytes one grey pixel for each bit of each frame
 */
export function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / BITS }, (_, frame) =>
    [...bytes.subarray(frame * BITS, (frame + 1) * BITS)].reduce(
      (sum, level, bit) => sum + (level > 125 ? 2 ** bit : 0),
      0,
    ),
  );
}

/**
 * When ticks begin, in seconds.
 * @param samples mono audio of 16 bits at 48 kHz
 */
export function ticksIn(samples: Buffer): number[] {
  const loud = Array.from({ length: samples.length / 2 }, (_, index) => index).filter(
    (index) => Math.abs(samples.readInt16LE(index * 2)) > 8000,
  );
  return loud
    .filter((index, place) => index - (loud[place - 1] ?? -9999) > 4800)
    .map((index) => index / 48_000);
}
