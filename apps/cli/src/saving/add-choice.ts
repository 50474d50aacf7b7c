import type { FeedItem } from '@dipper/contract';
import { unavailable } from '../exit-codes.js';
import { finished, type SaveJob, type Saving, startAnew, waiting } from './save-choice.js';

/**
 * Makes an audio file and adds it to the podcast feed of the key's account.
 * @throws ApiFailure, CommandError, or the reason of the signal
 */
export async function addChoice(
  { choice, anyway }: Pick<SaveJob, 'choice' | 'anyway'>,
  saving: Saving,
): Promise<FeedItem> {
  const { client, context } = saving;
  const options = { signal: context.signal, onWait: waiting(saving) };
  const making = await client.prepare(choice, options);
  if (making.taskId === null) {
    throw unavailable(
      'This audio comes straight from its site. Add --audio mp3 to make a file of it.',
    );
  }
  await startAnew(making, { anyway }, saving);
  await finished(making.taskId, saving);
  return client.addToFeed(making.taskId, options);
}
