import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePeople } from '../../scripts/lib/notifications/people.mjs';

const [READERS, WRITERS] = [32, 32];

/** Prepares readers with ten open notifications each, and writers who together can answer `answers` notifications. */
export async function prepareQuestions(env, server, database, answers) {
  await server.migrate(database);
  const notifications = { readers: [], writers: [] };
  const users = await makePeople(env, READERS + WRITERS, async (app, made) => {
    const [readers, writers] = [made.slice(0, READERS), made.slice(READERS)];
    notifications.readers = await addNotifications(app, readers, 10 * READERS);
    notifications.writers = await addNotifications(app, writers, answers);
  });
  return { readers: users.slice(0, READERS), answers: notifications.writers };
}

async function addNotifications(app, users, count) {
  const { Notification } = await import('../../dist/src/notifications/notification/notification.entity.js');
  const { NotificationSeals } = await import('../../dist/src/notifications/notification/notification-seals.service.js');
  const { Database } = await import('../../dist/src/shared/persistence/index.js');
  const [seals, db] = [app.get(NotificationSeals), app.get(Database)];
  const added = [];
  for (let first = 0; first < count; first += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - first) }, (_, i) => {
      const user = users[(first + i) % users.length];
      const one = Notification.create({ ...user.ref }, asked(first + i), new Date());
      seals.seal(one);
      added.push({ user, uuid: one.notificationUuid, digest: one.contentDigest });
      return rowOf(one);
    });
    await db.rows(
      `INSERT INTO notifications.notification (${COLUMNS.join(', ')})
       SELECT ${COLUMNS.join(', ')} FROM jsonb_populate_recordset(NULL::notifications.notification, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  await db.rows('ANALYZE notifications.notification');
  return added;
}

const asked = (number) => ({
  msgId: `bench-${number}-${randomUUID()}`,
  content: {
    actions: ['accept', 'reject'].map((action) => ({ label: action, action, authlevel: 0 })),
    body: [
      { lng: 'en', subject: 'Confirm your payment', message: `Do you pay ${number} EUR to Müller & Söhne?` },
      { lng: 'de', subject: 'Zahlung bestätigen', message: `Zahlen Sie ${number} EUR an Müller & Söhne?` },
    ],
  },
  ...{ requestDigest: 'bench', dsRequired: true, expiresInSeconds: 86_400, pushMessage: null, callbackUrl: null },
});

const COLUMNS = [
  ...['notification_uuid', 'enterprise_id', 'test', 'sub', 'user_id', 'msg_id', 'request_digest', 'content'],
  ...['content_digest', 'seal', 'ds_required', 'expiry_at', 'search_text', 'status', 'delivery_status'],
  ...['signing_status', 'outcome_seal', 'created_at', 'updated_at'],
];
const rowOf = (one) =>
  Object.fromEntries(COLUMNS.map((name) => [name, one[name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())]]));

/** Records the statements of one list, and of one answer up to its commit. */
export async function recordMobile(service, { readers, answers }, file) {
  const call = async (operation, user, body) => {
    const answer = await fetch(`${service.at('mobile')}/mobile/v1/${operation}`, post(user, body));
    const { StatusCode: code } = (await answer.json()).response ?? {};
    if (code !== 100) throw new Error(`${operation}: ${answer.status} ${code}`);
  };
  const during = async (work) => {
    writeFileSync(file, '');
    await work();
    const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line)); // oxfmt-ignore
    return lines.filter(({ text }) => !BACKGROUND.test(text));
  };
  const list = () => call('GetNotifications', readers[0], LIST);
  const [one, two, three] = [answers.pop(), answers.pop(), answers.pop()];
  const update = (answer) => call('UpdateNotification', answer.user, answerOf(answer));
  await list();
  await update(one); // the first answer creates the key for evidence and the second loads it: neither is recorded
  await update(three);
  await sleep(2_000); // waits until the events of the answer are delivered
  const listing = await during(list);
  await sleep(1_000);
  const updating = await during(async () => {
    await update(two);
    await sleep(1_500);
  });
  const begin = updating.find(({ text }) => text.startsWith('BEGIN'));
  const before = updating.slice(0, updating.indexOf(begin));
  const inside = updating.filter((line) => line.connection === begin.connection).slice(before.filter((line) => line.connection === begin.connection).length); // oxfmt-ignore
  const own = inside.slice(0, inside.findIndex(({ text }) => text === 'COMMIT') + 1);
  return {
    GetNotifications: { all: listing.length, statements: listing, known: { sub: readers[0].sub } },
    UpdateNotification: {
      all: updating.length,
      statements: [...before, ...own],
      known: { sub: two.user.sub, uuid: two.uuid, device: two.user.devices[0].deviceId },
    },
  };
}

/** Statements that every process sends in the background, which belong to no request. */
const BACKGROUND = /shared\.(?:signal|rate_usage|process)|pg_current_snapshot|^(?:LISTEN|NOTIFY)|pg_notify/;
export const LIST = [10, '', 1, '', ''];

export const answerOf = ({ user, uuid, digest }) => ({
  notificationID: uuid,
  response: 'accept',
  signature: user.devices[0].statement(uuid, digest, 'accept'),
});

/** A question as an enterprise's server sends it. */
export const questionTo = (userId) => ({
  user_id: userId,
  msg_id: randomUUID(),
  expires_in: 300,
  body: [{ lng: 'en', subject: 'Confirm your payment', message: 'Do you pay 25.00 EUR?' }],
  actions: ['accept', 'reject'].map((action) => ({ label: action, action, authlevel: 0 })),
  ds_required: true,
});

/** Tokens by user. An app uses one token for many calls. */
const tokens = new Map();
function tokenOf(user) {
  const known = tokens.get(user);
  const token = known && known.until > Date.now() ? known : { value: user.token(), until: Date.now() + 120_000 };
  tokens.set(user, token);
  return token.value;
}

export const post = (user, body) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${tokenOf(user)}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
