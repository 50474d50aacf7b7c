import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { Tabs } from './tabs.js';

const TABS = ['One', 'Two', 'Three'].map((label) => ({
  id: label.toLowerCase(),
  label,
  panel: <p>{`Panel ${label}`}</p>,
}));

afterEach(() => document.documentElement.removeAttribute('dir'));

const selected = () => screen.getByRole('tab', { selected: true }).textContent;
const active = () =>
  screen.getAllByRole('tabpanel').filter((panel) => panel.dataset['state'] === 'active');

async function setup(dir: 'ltr' | 'rtl', initial?: string) {
  document.documentElement.dir = dir;
  const user = userEvent.setup();
  const onChange = jest.fn();
  render(<Tabs label="Kinds" tabs={TABS} initial={initial} onChange={onChange} />);
  await user.tab();
  return { user, onChange };
}

describe('tabs', () => {
  it('are one tab stop and show the selected panel', async () => {
    const { user, onChange } = await setup('ltr', 'two');
    expect(screen.getByRole('tablist', { name: 'Kinds' })).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Two' })).toHaveFocus();
    await user.click(screen.getByRole('tab', { name: 'Three' }));
    expect(onChange).toHaveBeenLastCalledWith('three');
    expect(active().map((panel) => panel.textContent)).toEqual(['Panel Three']);
    expect(screen.getByRole('tabpanel', { name: 'Three' })).toBe(active()[0]);
  });

  it.each([
    ['ltr', '{ArrowRight}', 'Two'],
    ['ltr', '{ArrowLeft}', 'Three'],
    ['rtl', '{ArrowLeft}', 'Two'],
    ['rtl', '{ArrowRight}', 'Three'],
    ['rtl', '{End}', 'Three'],
  ] as const)('in %s, %s selects %s', async (dir, keys, name) => {
    const { user } = await setup(dir);
    await user.keyboard(keys);
    expect(selected()).toBe(name);
    expect(screen.getByRole('tab', { name })).toHaveFocus();
  });

  it('render every panel on the server, without direction and style attributes', () => {
    const html = renderToString(<Tabs label="Kinds" tabs={TABS} />);
    expect(html).toContain('Panel Three');
    expect(html).not.toMatch(/ (?:style|dir)=/);
  });
});
