import { ConsoleLogger, Logger } from '@nestjs/common';

/**
 * Silences Nest's logger during the tests of a spec file, and restores it for other files of the
 * same worker.
 */
export function quietLogger(): void {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  afterAll(() => {
    Logger.overrideLogger(new ConsoleLogger());
  });
}
