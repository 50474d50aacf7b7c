import { TextPage } from '../../features/reading/text-page.js';
import { useHere } from '../../site/here.js';

/** Policies, terms, plans: pages of a single text, named in their row of PAGES. */
export function DocumentPage() {
  const { content } = useHere();
  return <TextPage text={content[0] ?? ''} />;
}
