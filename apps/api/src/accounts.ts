import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { isCommand, runOperatorCommand } from './auth/account/operator-commands.js';
import { DatabaseModule, EMBEDDED } from './infra/database/database.module.js';
import type { EmbeddedPostgres } from './infra/database/embedded-postgres.js';
import { FolderInUse } from './infra/database/folder-lock.js';
import { parseEnv } from './infra/env/env.js';

/** `npm run accounts`: account commands for operators, on the installation's own database. */
try {
  const { ok, text } = await run(process.argv.slice(2));
  (ok ? console.log : console.error)(text);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  const { message } = error as Error;
  console.error(
    error instanceof FolderInUse
      ? `${message} Only one process at a time can use the embedded database. Stop the server, run this command again, and then start the server.`
      : message,
  );
  process.exitCode = 1;
}

async function run(asked: string[]): ReturnType<typeof runOperatorCommand> {
  if (!isCommand(asked)) {
    // Printing the usage needs no database, so it also works while the server has the database
    // open.
    return runOperatorCommand(() => Promise.reject(new Error('nothing to do')), asked);
  }
  const env = parseEnv(process.env);
  Logger.overrideLogger(false);
  const app = await NestFactory.createApplicationContext(
    DatabaseModule.forRootAsync({ useFactory: () => env }),
    { abortOnError: false, logger: false },
  );
  const embedded = app.get<EmbeddedPostgres | null>(EMBEDDED, { strict: false });
  try {
    const { manager } = app.get(DataSource, { strict: false });
    return await runOperatorCommand((work) => manager.transaction(work), asked);
  } finally {
    await app.close();
    await embedded?.close();
  }
}
