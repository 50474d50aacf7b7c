import { useState } from 'react';
import { GROUPS } from '../states.js';
import { CHOICES, type Look, lookIn } from './look.js';

/** Frame widths in pixels, the same as those of the screenshots. '' stands for the whole window. */
const WIDTHS = ['', '320', '390', '768', '1280'];

interface ChoiceProps {
  readonly name: string;
  readonly among: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ name, among, value, onChange }: ChoiceProps) {
  return (
    <label>
      {name}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {among.map((one) => (
          <option key={one} value={one}>
            {one || 'whole window'}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Lists all states, and shows one in a frame of the chosen width and look. */
export function GalleryIndex() {
  const [look, setLook] = useState<Look>(() => lookIn(new URLSearchParams(window.location.search)));
  const [width, setWidth] = useState('');
  const [shown, setShown] = useState(() => window.location.hash.slice(1) || 'home-empty');
  const address = (name: string) =>
    `/gallery/${name}?${new URLSearchParams({ ...look }).toString()}`;
  return (
    <div className="gallery">
      <nav>
        <h1>Gallery of states</h1>
        <Choice name="width" among={WIDTHS} value={width} onChange={setWidth} />
        {(Object.keys(CHOICES) as (keyof Look)[]).map((name) => (
          <Choice
            key={name}
            {...{ name, among: CHOICES[name], value: look[name] }}
            onChange={(value) => setLook({ ...look, [name]: value })}
          />
        ))}
        <a href={address(shown)}>{shown} without this frame</a>
        {GROUPS.map(({ name, states }) => (
          <section key={name}>
            <h2>{name}</h2>
            {states.map((state) => (
              <a
                key={state.name}
                href={`#${state.name}`}
                aria-current={state.name === shown}
                onClick={() => setShown(state.name)}
              >
                {state.name}
              </a>
            ))}
          </section>
        ))}
      </nav>
      <iframe key={address(shown)} title={shown} src={address(shown)} width={width || '100%'} />
    </div>
  );
}
