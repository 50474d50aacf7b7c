import { fireEvent, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import type { I18n } from '../src/i18n/create-i18n.js';

/** Without a delay, and without a check whether a closed menu hides the element. */
const AT_ONCE = { delay: null, pointerEventsCheck: 0 } as const;
const PRESSABLE = 'button, a, summary, label, [role=menuitem], [role=tab]';

/**
 * Does what a visitor does to reach a state, in any language. Words are keys of the catalogue, like
 * `search:form.submit`.
 */
export class Visitor {
  constructor(private readonly texts: I18n) {}

  /** Returns the words under a key. */
  words(key: string): string {
    const [name = '', path] = key.split(':');
    const namespace = path === undefined ? 'common' : name;
    const read = this.texts.getFixedT(this.texts.language, namespace as 'common');
    return (read as (key: string) => string)(path ?? name);
  }

  /** Waits for an element. @param key the words that it contains, if any element would match */
  sees(selector: string, key?: string): Promise<HTMLElement> {
    const words = key === undefined ? '' : this.words(key);
    return this.finds(selector, (element) => element.textContent.includes(words), words);
  }

  /** Presses the first button, link or tab with these words, even if its menu is closed. */
  async press(key: string): Promise<void> {
    const words = this.words(key);
    const named = (element: Element) => element.textContent.trim().startsWith(words);
    const matches = (element: HTMLElement) =>
      named(element) || [...element.querySelectorAll('.sr-only')].some(named);
    await userEvent.click(await this.finds(PRESSABLE, matches, words), AT_ONCE);
  }

  /** Clicks an element that has no words of its own. */
  async click(selector: string): Promise<void> {
    await userEvent.click(await this.sees(selector), AT_ONCE);
  }

  /** Fills in a field. */
  async fills(selector: string, value: string): Promise<void> {
    fireEvent.change(await this.sees(selector), { target: { value } });
  }

  /** Submits a link in the form of the page. */
  async submits(link: string): Promise<void> {
    await this.fills('#link', link);
    fireEvent.submit(await this.sees('form[role=search]'));
  }

  /** Triggers an event that an element would have by itself, like the error of a player. */
  async happens(type: string, selector: string): Promise<void> {
    fireEvent(await this.sees(selector), new Event(type));
  }

  private finds(
    selector: string,
    matches: (element: HTMLElement) => boolean,
    words: string,
  ): Promise<HTMLElement> {
    return waitFor(() => {
      const all = [...document.querySelectorAll<HTMLElement>(selector)];
      const found = all.find(matches);
      if (found === undefined) {
        throw new Error(`There is no ${selector} "${words}" on the page`);
      }
      return found;
    });
  }
}
