import { ApiFailure, type Choice, type Found } from '@dipper/client';
import type { ListEntry, ListInfo } from '@dipper/contract';
import type { SaveCommand } from './arguments/parse.js';
import { chooseIn, qualityOf } from './choice/choose.js';
import { indexesOf, type Items } from './choice/items.js';
import { EXIT, type ExitCode, explain, unavailable } from './exit-codes.js';
import { itemTable, listTable } from './output/tables.js';
import { addChoice } from './saving/add-choice.js';
import { saveChoice, type SaveJob, type Saving } from './saving/save-choice.js';

async function search(command: SaveCommand, saving: Saving): Promise<Found> {
  const { client, context, reporter } = saving;
  reporter.doing('Reading the link');
  return client.search(command.link, {
    signal: context.signal,
    onWait: (seconds, { reply }: ApiFailure) =>
      reporter.note(
        `${reply.sentence ?? 'The server does not respond.'} Trying again in ${seconds} s.`,
      ),
  });
}

/** A request as text that can be compared with that of an earlier attempt. */
function requestOf({ link, wanted }: SaveCommand, entry: string | null): string {
  return JSON.stringify([link, wanted, entry]);
}

/** Saves a file, or adds it to the podcast feed. */
async function run(job: SaveJob, { feed }: SaveCommand, saving: Saving): Promise<void> {
  if (feed) {
    saving.reporter.added(await addChoice(job, saving));
  } else {
    saving.reporter.saved(await saveChoice(job, saving));
  }
}

async function save(choice: Choice, command: SaveCommand, saving: Saving): Promise<void> {
  const { output, anyway } = command;
  const request = requestOf(command, null);
  const job = { choice, request, output, anyway, isFolder: false };
  await run(job, command, saving);
}

/** Saves one item of a list. */
async function saveEntry(
  entry: ListEntry,
  { list, command, quality }: EntryInput,
  saving: Saving,
): Promise<void> {
  const wish = { kind: 'entry', entry: entry.id, quality } as const;
  const { output, anyway } = command;
  const request = requestOf(command, entry.id);
  const choice = { offerId: list.task_id, wish };
  const job = { choice, request, output, anyway, isFolder: true };
  await run(job, command, saving);
}

interface EntryInput {
  readonly list: ListInfo;
  readonly command: SaveCommand;
  readonly quality: ReturnType<typeof qualityOf>;
}

/**
 * Saves items of a list, one after another. An item that fails doesn't stop the others.
 * @returns the exit code of the first failure
 */
async function saveEntries(input: EntryInput, items: Items, saving: Saving): Promise<ExitCode> {
  const { list, command } = input;
  const indexes = indexesOf(items, list.entries.length);
  if (indexes.length === 0) {
    throw unavailable(`This list has the items 1 to ${list.entries.length}. Choose some of them.`);
  }
  let code: ExitCode = EXIT.done;
  for (const index of indexes) {
    const entry = list.entries[index];
    if (entry === undefined) {
      continue;
    }
    saving.reporter.note(`${index + 1}. ${entry.title ?? entry.url}`);
    try {
      await saveEntry(entry, input, saving);
    } catch (error) {
      saving.context.signal.throwIfAborted();
      const explained = explain(error, command.server);
      // Stop if the file can't be written or the server is gone, because all other items would also
      // fail.
      if (explained.exitCode === EXIT.file || explained.exitCode === EXIT.failed) {
        throw error;
      }
      saving.reporter.failed(explained);
      code = code === EXIT.done ? explained.exitCode : code;
    }
  }
  return code;
}

/** Lists the contents of a link, or saves them. @returns the exit code */
export async function runSave(command: SaveCommand, saving: Saving): Promise<ExitCode> {
  const { reporter } = saving;
  const found = await search(command, saving);
  const { wanted, items } = command;
  if (wanted === null && items === null) {
    reporter.found(found.kind === 'item' ? itemTable(found.info) : listTable(found.list), found);
    return EXIT.done;
  }
  if (found.kind === 'list') {
    if (items === null) {
      const { length } = found.list.entries;
      throw unavailable(`This link leads to a list of ${length}. Add --list 1-${length}, or all.`);
    }
    const quality = qualityOf(wanted);
    return saveEntries({ list: found.list, command, quality }, items, saving);
  }
  if (items !== null) {
    throw unavailable('This link leads to a single item, not to a list. Leave out --list.');
  }
  if (wanted !== null) {
    await save(chooseIn(found.info, wanted), command, saving);
  }
  return EXIT.done;
}
