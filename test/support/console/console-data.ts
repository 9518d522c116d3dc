import { answering, WebhookReceiver } from '../webhook-receiver.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { newId, Tenant } from '../../../src/shared/kernel/index.js';
import { UserRepository } from '../../../src/users/user/user.repository.js';
import type { UserRef } from '../../../src/users/contract/index.js';
import { signed } from '../signed-answer.js';
import { until } from '../../integration/support/until.js';
import { performJob } from '../jobs.js';
import type { TestApplication } from '../application.js';
import { newNotification } from '../notifications.js';
import { Phone } from '../phone.js';
import { portalOf, type Portal } from '../tokens.js';
import { Verifications } from '../verifications.js';

const PEOPLE = [
  ['elena.marsh', 'Elena', 'Marsh', 'private'],
  ['tomas.okoro', 'Tomas', 'Okoro', 'retail'],
  ['ana.ferreira', 'Ana', 'Ferreira', 'retail'],
  ['jonas.lind', 'Jonas', 'Lind', 'business'],
  ['mina.kaya', 'Mina', 'Kaya', 'retail'],
  ['samuel.adeyemi', 'Samuel', 'Adeyemi', 'retail'],
  ['ines.moreau', 'Inès', 'Moreau', 'private'],
] as const;

const PAYMENT = {
  body: [
    { lng: 'en', subject: 'Confirm your payment', message: 'Pay 1,250.00 EUR to Lanternfield Garage?' },
    { lng: 'es', subject: 'Confirme su pago', message: '¿Paga 1.250,00 EUR a Lanternfield Garage?' },
  ],
};

const TEMPLATE = {
  variables: [
    { name: 'amount', type: 'money' },
    { name: 'payee', type: 'text', max: 70 },
  ],
  body: [
    { lng: 'en', subject: 'Confirm your payment', message: 'Pay {{amount}} to {{payee}}?' },
    { lng: 'es', subject: 'Confirme su pago', message: '¿Paga {{amount}} a {{payee}}?' },
  ],
};

/** Test data for the console of a small bank: people, questions, verifications, and a webhook endpoint that fails. */
export interface ConsoleData {
  readonly portal: Portal;
  readonly receiver: WebhookReceiver;
  readonly endpointId: string;
  readonly clientId: string;
  /** A notification that a user answered with a signature. */
  readonly answered: string;
  readonly open: string;
  readonly verifications: Verifications;
  /** Stores a job that has failed too often to be retried, as the service does. */
  park(kind: string, why: string): Promise<void>;
  /** Ends the pauses and waits of webhook retries, again and again, until `something` has happened. */
  hurry(something: Promise<unknown>): Promise<void>;
  /** Counts what has happened so far, as the service does every five minutes. */
  count(): Promise<void>;
  close(): Promise<void>;
}

export async function makeConsoleData(running: TestApplication, given?: WebhookReceiver): Promise<ConsoleData> {
  const scopes = ['users:read', 'users:write', 'notifications:read', 'notifications:write'];
  const portal = await portalOf(running, {
    scopes: [...scopes, 'webhooks:read', 'webhooks:write', 'clients:read', 'clients:write'],
    clientName: 'Branch portal',
  });
  const owner = await portalOf(running, {
    scopes: ['enterprises:write'],
    administrator: true,
    clientName: 'Operations',
  });
  await done(owner.patch('/v1/enterprises/default', { name: 'Lanternfield Bank' }));
  const receiver = given ?? (await WebhookReceiver.start());
  receiver.answer = (_webhook, response) =>
    response
      .writeHead(503, { 'content-type': 'application/json' })
      .end('{"error":"The ledger is closed for the night"}');
  const endpoint = await done(
    portal.post('/v1/webhookEndpoints', {
      url: receiver.url,
      eventTypes: ['user.status_changed', 'notification.closed'],
    }),
  );
  const client = await done(
    portal.post('/v1/clients', {
      clientName: 'Core banking',
      grantTypes: ['client_credentials'],
      scopes: ['clients:read'],
      authMethod: 'client_secret_basic',
    }),
  );
  const refs = new Map<string, UserRef>();
  for (const person of PEOPLE) refs.set(person[0], await activePerson(running, portal, person));
  const elena = refs.get('elena.marsh');
  const tomas = refs.get('tomas.okoro');
  if (!elena || !tomas) throw new Error('Somebody is missing');
  const phone = await (await Phone.of(running, elena, {}, { clientName: 'Lanternfield app' })).registered();
  const answered = await asked(portal, 'elena.marsh', { ...PAYMENT, ds_required: true, msg_id: 'pay-2026-4711' });
  await phone.post('UpdateNotification', {
    notificationID: answered,
    response: 'accept',
    signature: await signed(phone, answered, 'accept'),
  });
  await done(portal.post('/v1/notificationTemplates', { template_id: 'payment', ...TEMPLATE }));
  const open = await asked(portal, 'tomas.okoro', { ...PAYMENT, msg_id: 'pay-2026-4712' });
  const [cancelled] = [await asked(portal, 'tomas.okoro', { ...PAYMENT, msg_id: 'pay-2026-4700' })];
  await done(portal.post(`/v1/notifications/${cancelled}/cancel`));
  await giveUp(running, endpoint.endpointId);
  const verifications = await Verifications.of(running);
  return {
    ...{ portal, receiver, endpointId: endpoint.endpointId, clientId: client.clientId, answered, open, verifications },
    count: () => performJob(running.app, 'figures/roll-up'),
    hurry: (something) => hurry(running, something),
    park: (kind, why) => park(running, kind, why),
    close: () => receiver.close(),
  };
}

export { answering };

async function activePerson(
  { app }: TestApplication,
  portal: Portal,
  [userId, firstName, lastName, primaryGroup]: (typeof PEOPLE)[number],
): Promise<UserRef> {
  const contact = { emailId: `${userId}@example.com`, mobileNumber: '+4366412345678' };
  await done(portal.post('/v1/users', { userId, firstName, lastName, primaryGroup, ...contact }));
  return app.get(UnitOfWork).run(async (tx) => {
    const user = await app.get(UserRepository).lock(tx, Tenant.of('default', false), userId);
    if (!user) throw new Error(`There is no ${userId}`);
    user.activate(true, new Date());
    await tx.save(user);
    return user.ref;
  });
}

const asked = async (portal: Portal, userId: string, fields: object): Promise<string> =>
  (await done(portal.post('/v1/notifications', newNotification(userId, fields)))).notification_uuid;

/** Makes the last scheduled try of each delivery to the endpoint due, until all have failed for good. */
async function giveUp({ app }: TestApplication, endpointId: string): Promise<void> {
  const db = app.get(Database);
  await until(async () => {
    await db.rows('UPDATE shared.job_lane_hold SET until = now() WHERE lane = $1', [endpointId]);
    await db.rows(`UPDATE shared.job SET attempts = 7, due_at = now() WHERE lane = $1 AND lease IS NULL`, [endpointId]);
    return (await db.rows('SELECT FROM shared.job WHERE lane = $1', [endpointId])).length === 0;
  });
}

async function hurry({ app }: TestApplication, something: Promise<unknown>): Promise<void> {
  const happened = something.then(() => true);
  const wait = (): Promise<boolean> => new Promise((resolve) => setTimeout(() => resolve(false), 50));
  while (!(await Promise.race([happened, wait()]))) {
    await app.get(Database).rows('UPDATE shared.job_lane_hold SET until = now() WHERE until > now()');
  }
}

async function park({ app }: TestApplication, kind: string, why: string): Promise<void> {
  await app.get(Database).rows(
    `INSERT INTO shared.job (id, kind, payload, due_at, attempts, last_error, parked_at)
     VALUES ($1, $2, '{}', now(), 10, $3, now())`,
    [newId(), kind, why],
  );
}

async function done(call: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await call;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}
