import '../../theme/later.css';
import { ConsentPanel } from '../../features/consent/consent-panel.js';
import { TextPage } from '../../features/reading/text-page.js';

/** `/cookie-settings`: the visitor's consent, and a list of everything that we store. */
export function CookiesPage() {
  return (
    <TextPage text="cookies">
      <section className="card mb-10 p-5 sm:p-6">
        <ConsentPanel />
      </section>
    </TextPage>
  );
}
