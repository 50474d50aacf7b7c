import type { User } from '@dipper/contract';
import { graphemes } from '@dipper/media';
import { useState } from 'react';

/** Longest name that is looked at, visible characters. */
const NAME_LENGTH = 80;

/** The first two letters of a name or an address (specification §9): "AD" of "Ada"; '' where it has none. */
export function initialsOf(name: string): string {
  return graphemes(name, NAME_LENGTH)
    .filter((character) => /^[\p{L}\p{N}]/u.test(character))
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase();
}

/** What a person is called: as they want it, else by what they have signed up with. */
export function nameOf({ email, username, profile }: User): string {
  return profile.display_name || username || email;
}

/** The picture of a person; the initials where there is none, or it does not come. */
export function Avatar({ user }: { readonly user: User }) {
  const { avatar_url: url } = user.profile;
  const [failedUrl, setFailedUrl] = useState('');
  return (
    <span
      aria-hidden
      className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-full bg-badge font-sans text-sm font-semibold text-on-badge"
    >
      {url !== '' && url !== failedUrl ? (
        <img
          src={url}
          alt=""
          // Where it lies, nobody has to know which page shows it.
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(url)}
          className="size-full object-cover"
        />
      ) : (
        initialsOf(nameOf(user))
      )}
    </span>
  );
}
