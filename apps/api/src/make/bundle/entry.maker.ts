import { Injectable } from '@nestjs/common';
import { FileMaker, type ListContext, type Made, type Maker } from '../maker.port.js';
import type { Entry } from '../recipe.js';
import { listKey } from './list-key.js';
import { makeEntry } from './make-entry.js';

/** Prepares one entry of a list. Its formats are known only once its page has been read. */
@Injectable()
@FileMaker()
export class EntryMaker implements Maker<Entry> {
  readonly kind = 'entry';

  sources(): [] {
    return [];
  }

  isAudio({ quality }: Entry): boolean {
    return quality === 'sound' || quality === 'mp3';
  }

  roomFor(): number {
    return 0;
  }

  shareKey(recipe: Entry): string {
    return listKey(recipe, [recipe.entry]);
  }

  async make(recipe: Entry, context: ListContext): Promise<Made> {
    const { path, ext, damage, fileName } = await makeEntry(recipe.entry, recipe, context);
    return { path, ext, damage, fileName };
  }
}
