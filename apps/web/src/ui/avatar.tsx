import type { User } from '@dipper/contract';
import { graphemes } from '@dipper/media';
import { useState } from 'react';

/** How many visible characters of a name to consider. */
const NAME_LENGTH = 80;

/**
 * Returns the first two letters of a name or an email address (specification §9): "AD" for "Ada";
 * '' if there are none.
 */
export function initialsOf(name: string): string {
  return graphemes(name, NAME_LENGTH)
    .filter((character) => /^[\p{L}\p{N}]/u.test(character))
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase();
}

/** Returns an account's display name, otherwise the username or the email address from sign-up. */
export function nameOf({ email, username, profile }: User): string {
  return profile.display_name || username || email;
}

/** An account's avatar, or its initials if there is none or it fails to load. */
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
          // The picture's host doesn't need to know which page shows it.
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
