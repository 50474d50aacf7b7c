// Preloaded into a server. Shifts the server's clock by CLOCK_OFF_MS in all threads. The server's
// timers and the clocks of the kernel and of other machines stay correct.
const offMs = Number(process.env.CLOCK_OFF_MS);
const RightDate = Date;

globalThis.Date = class Date extends RightDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RightDate.now() + offMs] : parts));
  }

  static now() {
    return RightDate.now() + offMs;
  }
};
