import type { Namespace } from '@dipper/site';
import { fireEvent, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import type { I18n } from '../src/i18n/create-i18n.js';

/** Types without delays, and does not check whether a closed menu hides the element. */
const AT_ONCE = { delay: null, pointerEventsCheck: 0 } as const;
const PRESSABLE = 'button, a, summary, label, [role=menuitem], [role=tab]';

/**
 * Performs a visitor's actions to reach a state, in any language. Texts are identified by their
 * keys in the catalog, such as `search:form.submit`.
 */
export class Visitor {
  constructor(private readonly texts: I18n) {}

  /**
   * Returns the text of a key.
   * @param values the values of its placeholders
   */
  words(key: string, values: object = {}): string {
    const [name = '', namespace = 'common'] = key.split(':').toReversed();
    const t: unknown = this.texts.getFixedT(this.texts.language, namespace as Namespace);
    return (t as (name: string, values: object) => string)(name, values);
  }

  /**
   * Waits for an element.
   * @param key the key of the text that the element must contain; without it, any match will do
   */
  sees(selector: string, key?: string, values?: object): Promise<HTMLElement> {
    const words = key === undefined ? '' : this.words(key, values);
    return this.finds(selector, (element) => element.textContent.includes(words), words);
  }

  /** Clicks the first button, link or tab with this text, even if its menu is closed. */
  async press(key: string, values?: object): Promise<void> {
    const words = this.words(key, values);
    const named = (element: Element) => element.textContent.trim().startsWith(words);
    const matches = (element: HTMLElement) =>
      named(element) || [...element.querySelectorAll('.sr-only')].some(named);
    await userEvent.click(await this.finds(PRESSABLE, matches, words), AT_ONCE);
  }

  /** Clicks an element that has no text. */
  async click(selector: string): Promise<void> {
    await userEvent.click(await this.sees(selector), AT_ONCE);
  }

  /** Fills in a field. */
  async fills(selector: string, value: string): Promise<void> {
    fireEvent.change(await this.sees(selector), { target: { value } });
  }

  /** Chooses an option of the select with this label. */
  async chooses(key: string, value: string): Promise<void> {
    const label = await this.sees('label', key);
    fireEvent.change(label.querySelector('select') ?? label, { target: { value } });
  }

  /** Submits a link in the form of the page. */
  async submits(link: string): Promise<void> {
    await this.fills('#link', link);
    fireEvent.submit(await this.sees('form[role=search]'));
  }

  /** Dispatches an event that the browser would dispatch, such as a player's error. */
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
