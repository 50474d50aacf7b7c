import { ConsentPanel } from '../../features/consent/consent-panel.js';
import { TextPage } from '../../features/reading/text-page.js';

/** `/cookie-settings`: what the visitor allows, and what is kept at all. */
export function CookiesPage() {
  return (
    <TextPage text="cookies">
      <section className="card mb-10 p-5 sm:p-6">
        <ConsentPanel />
      </section>
    </TextPage>
  );
}
