import { TextPage } from '../../features/reading/text-page.js';
import { useHere } from '../../lib/here.js';

/** Guide, policies, terms, plans: a page that is one text, named in its row. */
export function DocumentPage() {
  const { content } = useHere();
  return <TextPage text={content[0] ?? ''} />;
}
