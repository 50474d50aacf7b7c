import { ApiFailure, jsonBody } from '@dipper/client';
import {
  API,
  type CreatedKeyReply,
  createdKeyReplySchema,
  type CreateKeyInput,
  createKeyInputSchema,
  LIMITS,
} from '@dipper/contract';
import { useNumbers } from '../../../i18n/format/use-numbers.js';
import { useTranslation } from '../../../i18n/use-translation.js';
import { useAccountFailure } from '../../../entities/session/account-failure.js';
import { callAs } from '../../../entities/session/call-as.js';
import { FormFrame } from '../../../ui/form/form-frame.js';
import { SelectField } from '../../../ui/form/select-field.js';
import { SubmitButton } from '../../../ui/form/submit-button.js';
import { TextField } from '../../../ui/form/text-field.js';
import { type FormSchema, useForm } from '../../../ui/form/use-form.js';

const EMPTY = { name: '', scopes: 'all', expires_in_days: '', requests_per_minute: '' };
const SCOPES = { all: ['read', 'make'], read: ['read'] } as const;
const LIFETIMES = [
  { days: 30, unit: 'day', amount: 30 },
  { days: 90, unit: 'day', amount: 90 },
  { days: 365, unit: 'year', amount: 1 },
] as const;

/** @returns null for an empty field, which means as many as the plan allows */
function rateIn(text: string): number | null | 'wrong' {
  const digits = text.trim();
  if (digits === '') {
    return null;
  }
  const rate = /^\d+$/.test(digits) ? Number(digits) : 0;
  return rate >= 1 && rate <= LIMITS.keyRequestsPerMinute ? rate : 'wrong';
}

/** The form has one choice in place of the list of scopes, and texts in place of numbers. */
const schema: FormSchema<CreateKeyInput> = {
  safeParse: (values) => {
    const { name, scopes, expires_in_days, requests_per_minute } = values as typeof EMPTY;
    const rate = rateIn(requests_per_minute);
    return createKeyInputSchema.safeParse({
      name,
      scopes: SCOPES[scopes as keyof typeof SCOPES],
      expires_in_days: expires_in_days === '' ? null : Number(expires_in_days),
      // `check` refuses a wrong one, with a sentence of its own.
      requests_per_minute: rate === 'wrong' ? null : rate,
    });
  },
};

/** The choices of a key's lifetime, in the page's language. */
function useLifetimes() {
  const { t } = useTranslation('profile');
  const number = useNumbers();
  return [
    { value: '', label: t('api.never') },
    ...LIFETIMES.map(({ days, unit, amount }) => ({
      value: String(days),
      label: number(amount, { style: 'unit', unit, unitDisplay: 'long' }),
    })),
  ];
}

/** Creates an API key. */
export function KeyForm({ onCreated }: { readonly onCreated: (key: CreatedKeyReply) => void }) {
  const { t } = useTranslation('profile');
  const lifetimes = useLifetimes();
  const rateHint = t('api.rateHint', { limit: useNumbers()(LIMITS.keyRequestsPerMinute) });
  const failureWords = useAccountFailure();
  const form = useForm<typeof EMPTY, CreateKeyInput, CreatedKeyReply>({
    ...{ id: 'key', schema, defaults: EMPTY },
    check: ({ requests_per_minute: rate }) => ({
      requests_per_minute: rateIn(rate) === 'wrong' && rateHint,
    }),
    send: (sent, signal) =>
      callAs(API.keys, createdKeyReplySchema, { ...jsonBody('POST', sent), signal }),
    onSent: (key) => {
      form.reset();
      onCreated(key);
    },
    failureOf: (error) => ({
      sentence: failureWords(error, { sentence: t('api.failed') }),
      waitSeconds: error instanceof ApiFailure ? error.reply.retryAfterSeconds : undefined,
    }),
  });
  return (
    <FormFrame form={form}>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('name')}
          label={t('api.name')}
          autoComplete="off"
          maxLength={LIMITS.nameLength}
        />
        <SelectField
          {...form.field('scopes')}
          label={t('api.scopes')}
          options={[
            { value: 'all', label: t('api.scope.all') },
            { value: 'read', label: t('api.scope.read') },
          ]}
        />
        <SelectField
          {...form.field('expires_in_days')}
          label={t('api.expiry')}
          options={lifetimes}
        />
        <TextField
          {...form.field('requests_per_minute')}
          label={t('api.rate')}
          hint={rateHint}
          kind="number"
          autoComplete="off"
          maxLength={10}
        />
      </div>
      <div>
        <SubmitButton form={form} busyWords={t('api.creating')} className="max-sm:w-full">
          {t('api.create')}
        </SubmitButton>
      </div>
    </FormFrame>
  );
}
