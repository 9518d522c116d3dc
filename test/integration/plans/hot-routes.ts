import { finalStatuses } from '../../../src/notifications/mobile/operations.js';
import { randomUUID } from 'node:crypto';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { NotificationUpkeepRepository } from '../../../src/notifications/upkeep/notification-upkeep.repository.js';
import { OutboxStore } from '../../../src/shared/events/outbox.store.js';
import { JobStore } from '../../../src/shared/jobs/job.store.js';
import { newId, runInContext, Tenant } from '../../../src/shared/kernel/index.js';
import { UnitOfWork } from '../../../src/shared/persistence/index.js';
import { WebhookDeliveryRepository } from '../../../src/webhooks/deliveries/webhook-delivery.repository.js';
import type { TestApplication } from '../../support/application.js';
import { codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { performJob } from '../../support/jobs.js';
import { newNotification } from '../../support/notifications.js';
import type { Person } from '../../support/person.js';
import { Phone } from '../../support/phone.js';
import { clientWithSecret } from '../../support/relying-party.js';
import { application, authorizeUrl } from '../../support/signing-in.js';
import { newUser } from '../../support/someone.js';
import { portalOf, type Portal } from '../../support/tokens.js';
import { signed } from '../../support/signed-answer.js';

/** What is called often, or reads tables that grow. */
export interface HotRoute {
  /** The name of its file. */
  readonly name: string;
  readonly title: string;
  /** Made before each call, so that its statements are none of the route's. */
  readonly before?: () => Promise<unknown>;
  /** Everything that it sends in the context of this request is the route's. */
  readonly call: (requestId: string, before: any) => Promise<unknown>;
}

const SCOPES = ['users', 'notifications', 'webhooks', 'audit'].flatMap((what) => [`${what}:read`, `${what}:write`]);
const EVERYWHERE = Tenant.all('plans are those of every enterprise');

export async function hotRoutes(running: TestApplication): Promise<HotRoute[]> {
  const portal = await portalOf(running, { scopes: SCOPES.filter((scope) => scope !== 'audit:write') });
  const phone = await (await Phone.of(running, 'plans.phone')).registered();
  return [
    ...(await ofUsers(portal)),
    ...(await ofSignIn(running)),
    ...(await ofNotifications(running, portal, phone)),
    ...ofLists(portal, phone),
    ...ofWork(running),
    ...ofUpkeep(running),
  ];
}

async function ofUsers(portal: Portal): Promise<HotRoute[]> {
  await portal.post('/v1/users', newUser('plans.user'));
  return [
    {
      name: 'look-up',
      title: 'GET /v1/users/{userId}',
      call: (id) => done(portal.get('/v1/users/plans.user', as(id))),
    },
    {
      name: 'enrol',
      title: 'POST /v1/users',
      call: (id) => done(portal.post('/v1/users', newUser(`plans.${randomUUID()}`), as(id))),
    },
  ];
}

async function ofSignIn(running: TestApplication): Promise<HotRoute[]> {
  const { client, secret } = await clientWithSecret(running, { scopes: ['users:read'] });
  const bank = await application(running);
  const { person } = await signedIn(running, bank, 'plans.person');
  const scope = 'openid notifications offline_access';
  const authorize = (id: string): Promise<string> => codeFor(person, running, bank, scope, id);
  const token = (id: string) =>
    fetch(running.url('auth', '/service/authserver/oauth/token'), {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${client.clientId}:${secret}`).toString('base64')}`, ...as(id) },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'users:read' }),
    });
  return [
    { name: 'client-credentials', title: 'A token by client credentials', call: (id) => done(token(id)) },
    { name: 'authorize', title: 'A code by the session that there is', call: (id) => authorize(id) },
    {
      name: 'code-exchange',
      title: 'Tokens for a code',
      before: () => authorize(randomUUID()),
      call: (id, code: string) => done(redeem(running, bank, code, {}, as(id))),
    },
  ];
}

async function codeFor(person: Person, running: TestApplication, client: Client, scope: string, id: string) {
  return codeIn(await person.go(authorizeUrl(running, client, { scope }), { method: 'GET', headers: as(id) }));
}

async function ofNotifications(running: TestApplication, portal: Portal, phone: Phone): Promise<HotRoute[]> {
  const { userId } = phone.user;
  const ask = async (id: string, fields: object = {}): Promise<string> => {
    const asked = portal.post('/v1/notifications', newNotification(userId, fields), as(id));
    return (await done(asked)).body.notification_uuid;
  };
  const { app } = running;
  const jobOf = (notificationUuid: string) => ({ enterpriseId: 'default', test: false, notificationUuid });
  await ask(randomUUID());
  return [
    { name: 'ask', title: 'POST /v1/notifications', call: (id) => ask(id) },
    {
      name: 'push-to-all',
      title: 'The job that finds the devices of a notification',
      before: () => ask(randomUUID()),
      call: (id, uuid: string) => within(id, () => performJob(app, 'notifications/push', jobOf(uuid))),
    },
    {
      name: 'push-to-device',
      title: 'The job that hints at one device, without its call',
      before: () => ask(randomUUID()),
      call: (id, uuid: string) =>
        within(id, () => performJob(app, 'notifications/push-device', { ...jobOf(uuid), deviceId: phone.deviceId })),
    },
    {
      name: 'get-notifications',
      title: 'GetNotifications',
      call: (id) => done(phone.post('GetNotifications', [10, '', 1, '', ''], as(id))),
    },
    {
      name: 'signed-answer',
      title: 'UpdateNotification, signed, with what others are told of it',
      before: async () => {
        const uuid = await ask(randomUUID(), { ds_required: true });
        return { notificationID: uuid, response: 'accept', signature: await signed(phone, uuid, 'accept') };
      },
      call: (id, answer: object) => done(phone.post('UpdateNotification', answer, as(id))),
    },
    {
      name: 'close-overdue',
      title: 'The sweep of overdue notifications finds and locks them',
      call: (id) =>
        within(id, async () => {
          const upkeep = app.get(NotificationUpkeepRepository);
          await upkeep.overdue(EVERYWHERE, new Date(0), [], 100);
          await app.get(UnitOfWork).run((tx) => upkeep.lockOverdue(tx, EVERYWHERE, new Date(0), [], 100));
          await app.get(UnitOfWork).run((tx) => upkeep.lockActiveOf(tx, { sub: newId(), ...ALL_ACTIVE }, 100));
        }),
    },
  ];
}

const ALL_ACTIVE = { createdUntil: null, onlySigned: false };

function ofLists(portal: Portal, phone: Phone): HotRoute[] {
  const history = (search: string) => [10, '', 1, '', '', finalStatuses.join(','), '', search, ''];
  const { userId } = phone.user;
  const read = (name: string, path: string, title = `GET ${path}`): HotRoute => ({
    ...{ name, title },
    call: (id) => done(portal.get(path, as(id))),
  });
  return [
    {
      name: 'history',
      title: 'GetNotificationHistory',
      call: (id) => done(phone.post('GetNotificationHistory', history(''), as(id))),
    },
    {
      name: 'history-search',
      title: 'GetNotificationHistory with a text to search for',
      call: (id) => done(phone.post('GetNotificationHistory', history('25.00'), as(id))),
    },
    read('notification-list', `/v1/notifications?user_id=${userId}`, 'GET /v1/notifications of a user'),
    read('notification-list-all', '/v1/notifications'),
    read('notification-list-by-status', '/v1/notifications?status=EXPIRED'),
    read('notification-list-by-answer', '/v1/notifications?action_response=accept'),
    read('delivery-list', '/v1/webhookDeliveries'),
    read('delivery-list-by-status', '/v1/webhookDeliveries?status=failed'),
    read('user-list', '/v1/users'),
    read('user-search', '/v1/users?q=plans', 'GET /v1/users?q='),
    read('search', '/v1/search?q=plans', 'GET /v1/search?q='),
    read('audit-list', '/v1/auditEvents'),
    read('audit-list-of-user', `/v1/auditEvents?subject=${userId}`, 'GET /v1/auditEvents?subject='),
  ];
}

function ofWork({ app }: TestApplication): HotRoute[] {
  const [jobs, outbox, deliveries] = [app.get(JobStore), app.get(OutboxStore), app.get(WebhookDeliveryRepository)];
  const job = { id: newId(), kind: 'plans', payload: {}, attempts: 1, lease: newId() };
  return [
    {
      name: 'jobs-claim',
      title: 'A look for due jobs, with the end of one',
      call: (id) =>
        within(id, async () => {
          await jobs.kindsDue(['plans']);
          await jobs.take('plans', 30, 16);
          await jobs.renew(job, 30);
          await jobs.finish(job);
          await jobs.retry(job, 'plans', 1);
        }),
    },
    {
      name: 'deliveries-claim',
      title: 'A look for due deliveries of webhooks, and the reading of one',
      call: (id) =>
        within(id, async () => {
          await jobs.takeFromLanes('shared/deliver-webhook', 30, 64, { fromLane: '', laneCap: 4 });
          await deliveries.due(EVERYWHERE, newId());
          const tried = { at: new Date().toISOString(), ms: 1, status: 200 };
          const { answer, ...silent } = { ...tried, answer: 'taken' };
          await app.get(UnitOfWork).run(async (tx) => {
            deliveries.note(tx, newId(), 'delivered', silent);
            deliveries.note(tx, newId(), 'delivered', { ...silent, answer });
          });
        }),
    },
    {
      name: 'outbox-claim',
      title: 'A look for overdue events, and the removal of what was delivered',
      call: (id) =>
        within(id, async () => {
          await outbox.take(8, 30_000);
          await outbox.about(newId());
          await outbox.delivered([newId()]);
          await outbox.postpone(newId(), 'plans', 1);
        }),
    },
  ];
}

/** Every job that removes what has had its time. */
const UPKEEP = [
  ...['auth/purge-engine-records', 'auth/purge-voids', 'notifications/purge-changes', 'notifications/remove-old'],
  ...['shared/give-up-webhooks', 'shared/purge-idempotency', 'shared/purge-inbox', 'shared/purge-signals'],
  'shared/purge-webhooks',
];

const ofUpkeep = ({ app }: TestApplication): HotRoute[] =>
  UPKEEP.map((kind) => ({
    name: `upkeep-${kind.split('/')[1]}`,
    title: `The job \`${kind}\``,
    call: (id) => within(id, () => performJob(app, kind)),
  }));

const as = (requestId: string) => ({ 'x-request-id': requestId });

async function done<T extends { readonly status: number }>(answer: Promise<T>): Promise<T> {
  const answered = await answer;
  if (answered.status >= 300) throw new Error(JSON.stringify(answered));
  return answered;
}

/** As a request would, for what no request asks for. */
const within = (requestId: string, work: () => Promise<unknown>): Promise<unknown> =>
  runInContext({ requestId, traceId: '', address: null, actor: { kind: 'system', id: 'test' } }, work);
