/** The parts of Chrome's API that the extension uses. */
declare namespace chrome {
  interface Tab {
    readonly id?: number;
    readonly index: number;
    /** Only present if the extension may see the address. */
    readonly url?: string;
  }
  interface Event<T> {
    addListener(listener: (value: T) => void | Promise<void>): void;
  }
  namespace action {
    const onClicked: Event<Tab>;
  }
  namespace tabs {
    function create(tab: { url: string; index: number; openerTabId?: number }): Promise<Tab>;
  }
  namespace runtime {
    const onInstalled: Event<{ readonly reason: string }>;
    function openOptionsPage(): Promise<void>;
  }
  namespace i18n {
    function getMessage(name: string, substitutions?: string[]): string;
    function getUILanguage(): string;
  }
}
