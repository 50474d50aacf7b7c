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

/** A queue with claimed emails to these people, and a record of what happened to each email. */
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

  it('does not postpone an email that was sent, even if its delivery could not be recorded', async () => {
    const { ends, due, sender, ended } = world(['ann', 'bob'], () => Promise.resolve());
    jest.spyOn(due, 'markSent').mockRejectedValueOnce(new Error('the database is down'));
    await sender().look();
    await ended(1);
    await sender().beforeApplicationShutdown();
    expect(ends).toEqual(['bob sent']);
  });

  it('does nothing in a worker process', async () => {
    const send = jest.fn<Promise<void>, [Mail]>();
    await world(['ann'], send).sender('worker').look();
    expect(send).not.toHaveBeenCalled();
  });
});
