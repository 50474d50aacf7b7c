import { ConsoleLogger, Logger } from '@nestjs/common';

/** Silences Nest's logger during the tests of a spec file: other files of the same worker share it. */
export function quietLogger(): void {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  afterAll(() => {
    Logger.overrideLogger(new ConsoleLogger());
  });
}
