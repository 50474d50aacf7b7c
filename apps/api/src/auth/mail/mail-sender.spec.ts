import { AsyncLocalStorage } from 'node:async_hooks';
import { parseEnv } from '../../infra/env/env.js';
import {
  type Mail,
  type Mailer,
  MailRefused,
  MailUncertain,
} from '../../infra/mail/mailer.port.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import type { ClaimedMail, DueMailsRepository } from './due-mails.repository.js';
import type { MailComposer } from './content/mail-composer.js';
import { MailSender } from './mail-sender.js';
import { quietLogger } from '../../infra/testing/quiet-logger.js';

quietLogger();

/** Claimed emails to these people, and a record of what happened to each. */
function world(people: readonly string[], send: Mailer['send'], mail: Partial<ClaimedMail> = {}) {
  const waiting = people.map((email) => ({ email, attempts: 1, ageSeconds: 5, ...mail }));
  const ends: string[] = [];
  const end = (what: string) => (ended: ClaimedMail, seconds?: number) => {
    ends.push([ended.email, what, ...(seconds === undefined ? [] : [seconds])].join(' '));
    return Promise.resolve();
  };
  const due = {
    claim: (_: string, limit: number) => Promise.resolve(waiting.splice(0, limit)),
    mayBeSent: ({ email }: ClaimedMail) => Promise.resolve(email !== 'often'),
    handOver: end('handed over'),
    leave: end('left'),
    markSent: end('sent'),
    drop: end('dropped'),
    postpone: end('postponed'),
  } as unknown as DueMailsRepository;
  const maker = {
    make: ({ email }: ClaimedMail) => Promise.resolve(email === 'nobody' ? null : { to: email }),
  } as unknown as MailComposer;
  const sender = (role = 'all') =>
    new MailSender(parseEnv({ ROLE: role, ...SERVICES }), { send }, due, maker);
  const ended = (count: number) => waitUntil(() => ends.length >= count, `${count} ends`);
  return { ends, due, sender, ended };
}
const SERVICES = {
  DATABASE_URL: 'postgres://none.invalid',
  REDIS_URL: 'redis://none.invalid',
  SECRET: 'only for this test',
};

describe('MailSender', () => {
  it('sends to known accounts below their limit and drops the rest', async () => {
    const sent: string[] = [];
    const { ends, sender, ended } = world(['ann', 'nobody', 'often'], ({ to }) => {
      sent.push(to);
      return Promise.resolve();
    });
    await sender().look();
    await ended(3);
    expect([ends.sort(), sent]).toEqual([['ann sent', 'nobody dropped', 'often dropped'], ['ann']]);
  });

  it.each<[string, Error, Partial<ClaimedMail>, string]>([
    ['the server is down', new Error('ECONNREFUSED'), {}, 'ann postponed 15'],
    ['the server stays down', new Error('ECONNREFUSED'), { attempts: 4 }, 'ann postponed 120'],
    ['the server refuses the recipient', new MailRefused('550'), {}, 'ann dropped'],
    ['it is unknown whether the email arrived', new MailUncertain('ECONNRESET'), {}, 'ann left'],
    ['the email is a day old', new Error('ECONNREFUSED'), { ageSeconds: 86_400 }, 'ann dropped'],
  ])('handles a failed delivery: %s', async (_, error, mail, end) => {
    const { ends, sender, ended } = world(['ann'], () => Promise.reject(error), mail);
    await sender().look();
    await ended(1);
    expect(ends).toEqual([end]);
  });

  it('records a handover before the last part of an email, and the delivery after it', async () => {
    const { ends, sender, ended } = world(['ann'], async (_, beforeLast) => {
      ends.push('all but the last part');
      await beforeLast();
      ends.push('accepted');
    });
    await sender().look();
    await ended(4);
    expect(ends).toEqual(['all but the last part', 'ann handed over', 'accepted', 'ann sent']);
  });

  it('does not send an email that a dead process had handed over', async () => {
    const send = jest.fn<Promise<void>, [Mail]>();
    const { ends, sender, ended } = world(['ann'], send, { isHandedOver: true });
    await sender().look();
    await ended(1);
    expect([ends, send.mock.calls]).toEqual([['ann left'], []]);
  });

  it('does not postpone an email that was sent, even if the delivery could not be recorded', async () => {
    const { ends, due, sender, ended } = world(['ann', 'bob'], () => Promise.resolve());
    jest.spyOn(due, 'markSent').mockRejectedValueOnce(new Error('the database is down'));
    await sender().look();
    await ended(1);
    await sender().beforeApplicationShutdown();
    expect(ends).toEqual(['bob sent']);
  });

  it('sends four emails at a time, and finishes them at shutdown', async () => {
    const people = Array.from({ length: 9 }, (_, at) => `p${at}`);
    const held: (() => void)[] = [];
    const { ends, sender: make, ended } = world(people, () => new Promise((r) => held.push(r)));
    const sender = make();
    await sender.look();
    await waitUntil(() => held.length === 4, 'four under way');
    await sender.look();
    expect(held).toHaveLength(4);
    held.splice(0).forEach((finish) => finish());
    await ended(4);
    await waitUntil(() => held.length === 4, 'the next four');
    const closed = sender.beforeApplicationShutdown();
    held.splice(0).forEach((finish) => finish());
    await closed;
    expect(ends).toHaveLength(8);
    await sender.look();
    expect([held.length, ends.length]).toEqual([0, 8]);
  });

  it('sends outside the context of the request that queued the email', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const { sender: make, ended } = world(['ann'], () => {
      seen.push(request.getStore());
      return Promise.resolve();
    });
    const sender = make();
    request.run('of somebody else', () => sender.lookSoon());
    await ended(1);
    expect(seen).toEqual([undefined]);
  });

  it('does nothing in a worker process', async () => {
    const send = jest.fn<Promise<void>, [Mail]>();
    await world(['ann'], send).sender('worker').look();
    expect(send).not.toHaveBeenCalled();
  });
});
