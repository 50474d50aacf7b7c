import { completionsFor } from './arguments/completions.js';
import { HELP } from './arguments/help.js';
import { parseCommand, type SaveCommand } from './arguments/parse.js';
import type { Context } from './context.js';
import { EXIT, type ExitCode, explain, usageError } from './exit-codes.js';
import { plainText } from './output/plain-text.js';
import { createReporter } from './output/reporter.js';
import { runSave } from './save-command.js';
import { chosenServer, withClient } from './server/with-client.js';
import { VERSION } from './version.js';

const STARTING = 'Starting a server in the background…';

async function runWithServer(command: SaveCommand, context: Context): Promise<ExitCode> {
  const reporter = createReporter(context, command);
  let url = command.server;
  try {
    const server = chosenServer(command.server, context);
    ({ url } = server);
    if (command.feed && (url === null || server.key === undefined)) {
      throw usageError('--feed needs an account: set DIPPER_URL and DIPPER_KEY.');
    }
    return await withClient(
      server,
      context,
      ({ client }) => runSave(command, { client, context, reporter }),
      () => reporter.note(STARTING),
    );
  } catch (error) {
    if (context.signal.aborted) {
      reporter.note('Stopped. Run the same command again to continue.');
      return EXIT.interrupted;
    }
    const explained = explain(error, url);
    reporter.failed(explained);
    return explained.exitCode;
  } finally {
    reporter.close();
  }
}

/** Runs the command. @returns the exit code */
export async function run(argv: readonly string[], context: Context): Promise<ExitCode> {
  const { stdout } = context;
  try {
    const command = parseCommand(argv);
    switch (command.name) {
      case 'help':
        stdout.write(HELP);
        return EXIT.done;
      case 'version':
        stdout.write(`${VERSION}\n`);
        return EXIT.done;
      case 'completions':
        stdout.write(completionsFor(command.shell));
        return EXIT.done;
      case 'mcp': {
        const { runMcp } = await import('./mcp/run-mcp.js');
        return await runMcp(chosenServer(command.server, context), context);
      }
      case 'save':
        return await runWithServer(command, context);
    }
  } catch (error) {
    const { sentence, exitCode } = explain(error, null);
    context.stderr.write(`dipper: ${plainText(sentence)}\n`);
    return exitCode;
  }
}
