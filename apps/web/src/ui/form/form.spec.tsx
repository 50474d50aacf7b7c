import { ERRORS, profileInputSchema, registerInputSchema } from '@dipper/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createI18n } from '../../i18n/create-i18n.js';
import account from '../../i18n/en/account.js';
import common from '../../i18n/en/common.json';
import { renderAt } from '../../testing/render-at.js';
import { CheckField } from './check-field.js';
import { FormFrame } from './form-frame.js';
import { PasswordField } from './password-field.js';
import { SelectField } from './select-field.js';
import { SubmitButton } from './submit-button.js';
import { TextField } from './text-field.js';
import { type SendFailure, useForm } from './use-form.js';

interface SampleProps {
  readonly send: (sent: object, signal: AbortSignal) => Promise<void>;
  readonly failure?: SendFailure;
}

const EMPTY = { email: '', password: '', again: '' };

function Sample({ send, failure = { sentence: 'It failed' } }: SampleProps) {
  const form = useForm({
    id: 'sample',
    schema: registerInputSchema,
    defaults: EMPTY,
    check: ({ password, again }) => ({ again: password !== again && 'They differ' }),
    send,
    failureOf: () => failure,
  });
  return (
    <FormFrame form={form}>
      <TextField {...form.field('email')} kind="email" label="Address" autoComplete="username" />
      <PasswordField
        {...form.field('password')}
        label="Password"
        hint="Eight letters"
        autoComplete="new-password"
      />
      <PasswordField {...form.field('again')} label="Once more" autoComplete="new-password" />
      <SubmitButton form={form} busyWords="Sending…">
        Send
      </SubmitButton>
    </FormFrame>
  );
}

const texts = createI18n('en', { common, account });

/** A request that the test can resolve or reject. */
function pendingCall() {
  const calls: { settle: () => void; fail: () => void; signal: AbortSignal; sent: object }[] = [];
  const send = (sent: object, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ settle: resolve, fail: () => reject(new Error('no')), signal, sent });
    });
  return { send, calls };
}

function setup(failure?: SendFailure) {
  const { send, calls } = pendingCall();
  const user = userEvent.setup();
  const sample = <Sample send={send} {...(failure !== undefined && { failure })} />;
  const { unmount } = renderAt('/', sample, undefined, texts);
  return { user, calls, unmount };
}

const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const again = () => screen.getByLabelText<HTMLInputElement>('Once more');
const button = () => screen.getByRole('button', { name: /^(Send|Sending…|Try again in .*)$/ });

/** Fills in fields without events, as some password managers do. */
function fillSilently() {
  address().value = ' anna@example.org ';
  password().value = 'Abcdefg1';
  again().value = 'Abcdefg1';
}

describe('a form', () => {
  it('shows an error at each invalid field and focuses the first', async () => {
    const { user, calls } = setup();
    await user.type(address(), 'nobody');
    await user.click(button());
    await waitFor(() => expect(address()).toHaveFocus());
    expect(address()).toBeInvalid();
    expect(address()).toHaveAccessibleDescription('Please enter a valid email address');
    expect(password()).toHaveAccessibleDescription('Password must be at least 8 characters');
    expect(again()).toBeValid();
    expect(calls).toEqual([]);
  });

  it('announces its errors after each submit, even if the focus stays in the same field', async () => {
    const { user } = setup();
    await user.type(password(), 'Abcdefg1');
    await user.type(again(), 'Abcdefg1');
    await user.type(address(), 'nobody{Enter}');
    const live = document.querySelector('[aria-live=polite]');
    expect(live).toHaveTextContent('Check 1 field: Please enter a valid email address');
    const first = live?.textContent;
    await user.type(address(), '{Enter}');
    expect(live?.textContent).not.toBe(first);
    expect(live).toHaveTextContent('Check 1 field: Please enter a valid email address');
  });

  it("clears a field's error when the visitor types in it, and a cross-field error when the visitor types in either field", async () => {
    const { user } = setup();
    await user.type(password(), 'Abcdefg1');
    await user.type(again(), 'Abcdefg2');
    await user.click(button());
    await waitFor(() => expect(again()).toHaveAccessibleDescription('They differ'));
    await user.type(password(), 'x');
    expect(again()).toBeValid();
    expect(password()).toHaveAccessibleDescription('Eight letters');
    expect(address()).toBeInvalid();
    await user.type(address(), 'a');
    expect(address()).not.toHaveAccessibleDescription();
  });

  it('sends the parsed field values, even if the fields were filled in without events', async () => {
    const { user, calls } = setup();
    fillSilently();
    // Rendering again keeps the values that were filled in.
    const [show] = screen.getAllByRole('button', { pressed: false });
    await user.click(show as HTMLElement);
    expect(password()).toHaveValue('Abcdefg1');
    await user.click(button());
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.sent).toEqual({ email: 'anna@example.org', password: 'Abcdefg1' });
  });

  it('sends once while pending and can send again afterwards', async () => {
    const { user, calls } = setup();
    fillSilently();
    await user.dblClick(button());
    await user.type(address(), '{Enter}');
    expect(button()).toHaveTextContent('Sending…');
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    act(() => button().closest('form')?.requestSubmit());
    expect(calls).toHaveLength(1);
    await act(() => Promise.resolve(calls[0]?.settle()));
    await user.click(button());
    await waitFor(() => expect(calls).toHaveLength(2));
  });

  it('shows why the call failed until the visitor types', async () => {
    const { user, calls } = setup();
    fillSilently();
    await user.click(button());
    await act(() => Promise.resolve(calls[0]?.fail()));
    expect(screen.getByRole('alert')).toHaveTextContent('It failed');
    await user.type(address(), 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('aborts its call when unmounted', async () => {
    const { user, calls, unmount } = setup();
    fillSilently();
    await user.click(button());
    await waitFor(() => expect(calls).toHaveLength(1));
    unmount();
    expect(calls[0]?.signal.aborted).toBe(true);
  });
});

describe('a form with a retry delay', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('counts down and can then be sent again', async () => {
    const { send, calls } = pendingCall();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    const failure = { sentence: 'Wait for 3 s', waitSeconds: 3 };
    renderAt('/', <Sample send={send} failure={failure} />, undefined, texts);
    fillSilently();
    await user.click(button());
    await act(() => Promise.resolve(calls[0]?.fail()));
    expect(button()).toHaveTextContent('Try again in 3 s');
    await act(() => jest.advanceTimersByTimeAsync(2900));
    expect(button()).toHaveTextContent('Try again in 1 s');
    await user.click(button());
    act(() => button().closest('form')?.requestSubmit());
    expect(calls).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(400));
    expect(button()).toHaveTextContent('Send');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(button());
    expect(calls).toHaveLength(2);
  });
});

it('keeps the same password element while it is shown, and hides the password on sending', async () => {
  const { user } = setup();
  const field = password();
  const show = screen.getByRole('button', { name: 'Show: Password' });
  expect([field.type, field.autocomplete]).toEqual(['password', 'new-password']);
  await user.click(field);
  await user.click(show);
  expect(field).toHaveFocus();
  expect(show).toHaveAttribute('aria-pressed', 'true');
  expect([password() === field, field.type]).toEqual([true, 'text']);
  await user.paste('Abc defg1');
  expect(field).toHaveValue('Abc defg1');
  await user.click(button());
  await waitFor(() => expect(field.type).toBe('password'));
});

function Large({ send }: { readonly send: (sent: object) => Promise<void> }) {
  const form = useForm({
    id: 'large',
    schema: profileInputSchema,
    defaults: { display_name: '', country: '', avatar_url: '', timezone: 'Mars', theme: false },
    send,
    failureOf: () => ({ sentence: '' }),
  });
  const zones = ['Mars', 'UTC'].map((value) => ({ value, label: value }));
  return (
    <FormFrame form={form}>
      <TextField {...form.field('display_name')} label="Name" />
      <TextField {...form.field('country')} label="Country" />
      <TextField {...form.field('avatar_url')} kind="url" label="Picture" />
      <SelectField {...form.field('timezone')} label="Zone" options={zones} />
      <CheckField {...form.field('theme')} label="Dark" />
      <SubmitButton form={form} busyWords="Saving…">
        Save
      </SubmitButton>
    </FormFrame>
  );
}

it('lists many errors with links to their fields', async () => {
  const user = userEvent.setup();
  const send = jest.fn(() => Promise.resolve());
  renderAt('/', <Large send={send} />, undefined, texts);
  const labels = ['Name', 'Country', 'Picture'];
  for (const label of labels) {
    await user.click(screen.getByLabelText(label));
    await user.paste('x'.repeat(90));
  }
  await user.click(screen.getByText('Save'));
  expect(await screen.findByText('Check 4 fields:')).toBeVisible();
  const ofPicture = { name: ERRORS.AVATAR_INVALID.message };
  await user.click(screen.getByRole('button', ofPicture));
  expect(screen.getByLabelText('Picture')).toHaveFocus();
  for (const label of labels) {
    await user.clear(screen.getByLabelText(label));
  }
  await user.selectOptions(screen.getByLabelText('Zone'), 'UTC');
  await user.click(screen.getByLabelText('Dark'));
  await user.click(screen.getByText('Save'));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
});
