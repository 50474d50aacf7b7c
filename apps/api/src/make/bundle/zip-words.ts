import { ZIP_MESSAGES } from '@dipper/contract';
import type { PageBundle, ZipWords } from '@dipper/site';
import { Logger } from '@nestjs/common';
import { apiRoot } from '../../infra/process/api-root.js';

/** Used if the pages are not built, as in specs. These sentences don't say where the damage is. */
const PLAIN: ZipWords = {
  notIncluded: ZIP_MESSAGES.notIncluded,
  damaged: ZIP_MESSAGES.damaged,
  why: ({ error }) => error,
  where: () => ZIP_MESSAGES.original,
};

const logger = new Logger('ZipWords');

/**
 * Returns the sentences of the text files in a zip. They come from the pages' catalog, which takes
 * up memory and is therefore loaded only if a zip lacks something.
 */
export async function zipWordsIn(language: string): Promise<ZipWords> {
  try {
    const bundle = new URL('../web/dist/server/entry-server.js', apiRoot).href;
    const pages = (await import(bundle)) as PageBundle;
    return await pages.zipWords(language);
  } catch (error) {
    logger.warn(
      { err: error },
      'The translated text for a zip could not be loaded; using the built-in English text',
    );
    return PLAIN;
  }
}
