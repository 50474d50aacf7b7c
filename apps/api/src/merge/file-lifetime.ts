import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../infra/env/env.module.js';

/** How long what is made is kept. */
@Injectable()
export class FileLifetime {
  constructor(@Inject(ENV) private readonly env: Env) {}

  /** When something that is done now goes. */
  end(): Date {
    return new Date(Date.now() + this.env.FILE_RETENTION_SECONDS * 1000);
  }
}
