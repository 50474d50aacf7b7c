import {
  API,
  type CreatedKeyReply,
  type KeysReply,
  keysReplySchema,
  revokedKeyReplySchema,
} from '@dipper/contract';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.js';
import { callAs } from '../../../entities/session/call-as.js';
import { KeyForm } from './key-form.js';
import { KeyRow } from './key-row.js';
import { LoadedSection } from '../section/loaded-section.js';
import { SecretField } from '../section/secret-field.js';
import { useAccountData } from '../section/use-account-data.js';

/** The account's API keys. The secret of a new key stays visible until the section unmounts. */
export function KeysSection() {
  const { t } = useTranslation('profile');
  const heading = useRef<HTMLHeadingElement>(null);
  const loaded = useAccountData(API.keys, keysReplySchema);
  const [created, setCreated] = useState<CreatedKeyReply | null>(null);
  const note = (now: KeysReply, created: CreatedKeyReply) => {
    const { key: _secret, ...info } = created;
    setCreated(created);
    loaded.change({ ...now, keys: [info, ...now.keys] });
  };
  const revoke = (now: KeysReply, id: string) =>
    loaded.run(
      async () => {
        await callAs(API.key(id), revokedKeyReplySchema, { method: 'DELETE' });
        return { ...now, keys: now.keys.filter((key) => key.id !== id) };
      },
      () => {
        setCreated((shown) => (shown?.id === id ? null : shown));
        heading.current?.focus();
      },
    );
  return (
    <LoadedSection
      heading={t('api.keys')}
      headingRef={heading}
      text={t('api.keysText')}
      loaded={loaded}
    >
      {(now) => (
        <>
          {created !== null && (
            <SecretField
              key={created.id}
              label={created.name}
              value={created.key}
              hint={t('api.created')}
              takesFocus
            />
          )}
          {now.keys.length === 0 ? (
            <p className="text-muted">{t('api.noKeys')}</p>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {now.keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => revoke(now, key.id)} />
              ))}
            </ul>
          )}
          <KeyForm onCreated={(key) => note(now, key)} />
        </>
      )}
    </LoadedSection>
  );
}
