import { screen } from '@testing-library/react';
import { createI18n } from '../../i18n/create-i18n.js';
import { renderAt } from '../../testing/render-at.js';
import { useTierName } from './use-tier-name.js';

function Tier({ tier }: { readonly tier: string }) {
  return <p>{useTierName()(tier)}</p>;
}

it.each([
  ['de', 'free', 'Kostenlos'],
  ['de', 'pro', 'Pro'],
  ['tr', 'istanbul', 'İstanbul'],
  ['de', '', ''],
])('in %s, the name of the tier "%s" is %s', (language, tier, name) => {
  const texts = createI18n(language, { account: { freeTier: 'Kostenlos' } });
  renderAt('/', <Tier tier={tier} />, undefined, texts);
  expect(screen.getByRole('paragraph')).toHaveTextContent(name);
});
