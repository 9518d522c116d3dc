/**
 * Measures a user's lists, a search, and the creation, answer, expiry and removal of notifications, among a million
 * notifications of 100,000 users, compared with 100,000 of 10,000 users. The rows have the keyed hashes with which the
 * service detects altered rows. They are loaded by COPY, and spread over 430 days, so that the oldest are due for
 * removal. PLANS=1 prints query plans of the large database.
 * Run: npm run bench -- notifications-scale [rows] (a million by default). Ten million rows take 10 to 16 minutes to
 * load, and 16 GB.
 */
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../dist/ormconfig.js';
import { MobileOperations } from '../dist/src/notifications/mobile/mobile-operations.service.js';
import { Notification } from '../dist/src/notifications/notification/notification.entity.js';
import { NotificationSeals } from '../dist/src/notifications/notification/notification-seals.service.js';
import { CreateNotification } from '../dist/src/notifications/requests/create-notification.service.js';
import { NotificationListRepository } from '../dist/src/notifications/requests/notification-list.repository.js';
import { NotificationUpkeepRepository } from '../dist/src/notifications/upkeep/notification-upkeep.repository.js';
import { RemoveOldNotifications } from '../dist/src/notifications/upkeep/remove-old-notifications.job.js';
import { leastIdAt, newId, newIdAt, Tenant } from '../dist/src/shared/kernel/index.js';
import { UnitOfWork } from '../dist/src/shared/persistence/index.js';
import { startApplication } from './support/application.mjs';
import { copyRows, sizesOf, told, withoutIndexes } from './support/loading.mjs';
import { withDatabase, withServer } from './support/postgres.mjs';
import { median } from './support/statistics.mjs';

const LARGE = Number(process.argv[2] ?? 1_000_000);
const SMALL = 100_000;
const EACH = 10;
/** The number of ended notifications of one user in each database. */
const HEAVY = 10_000;
/** The number of users who have ten open notifications each. */
const WAITING = 1_000;
/** The number of cancelled notifications, and of those of another enterprise. They are the oldest of all. */
const FEW = 30;
const ROUNDS = 7;
const CALLS = 150;
const [SWEPT, REMOVED] = [200, 500];

const DAY_MS = 86_400_000;
/** The retention period in days, which is the default. */
const KEPT_DAYS = 400;
const DAYS = 430;
const NOW = Date.now();

const tenant = Tenant.of('default', false);
const scope = Tenant.all('it is a measurement');
const signal = new AbortController().signal;

const content = (i) => ({
  actions: [
    { label: 'Approve', action: 'accept', authlevel: 0 },
    { label: 'Reject', action: 'reject', authlevel: 0 },
  ],
  body: [
    { lng: 'English', subject: `Payment ${i}`, message: `Approve the payment of ${i} EUR to Müller & Söhne?` },
    { lng: 'Deutsch', subject: `Zahlung ${i}`, message: `Zahlung über ${i} EUR an Müller & Söhne freigeben?` },
  ],
});

async function compare(server) {
  const [few, many] = [await load(server, 'bench_small', SMALL), await load(server, 'bench_large', LARGE)];
  console.log(`\nmicroseconds a call, or a row where one call has many; median of ${ROUNDS} rounds, one caller\n`);
  console.log(`${'operation'.padEnd(36)}${String(SMALL).padStart(10)}${String(LARGE).padStart(12)}    ratio`);
  for (const name of Object.keys(few.operations)) {
    const times = { few: [], many: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [a, b] = [await spentOn(few.operations[name]), await spentOn(many.operations[name])];
      if (round === 0) continue; // the first round only warms up
      times.few.push(a);
      times.many.push(b);
    }
    const [a, b] = [median(times.few), median(times.many)];
    const figures = [a.toFixed(0).padStart(10), b.toFixed(0).padStart(12), (b / a).toFixed(2).padStart(9)];
    console.log(`${name.padEnd(36)}${figures.join('')}`);
  }
  if (process.env.PLANS) await showPlans(many);
  await removeTheRest(many);
  for (const { app, db } of [few, many]) {
    await db.destroy();
    await app.close();
  }
}

async function load(server, name, rows) {
  console.log(`${rows.toLocaleString('en-US')} notifications`);
  const address = { ...server.address, database: name };
  await server.migrate(name);
  const rates = { NOTIFICATION_RATE: '100000', NOTIFICATION_BURST: '100000' };
  const app = await startApplication(address, 'management,mobile', rates);
  // A separate connection, because the service's connections have a time limit for statements.
  const db = await new DataSource(databaseOptions(address, 4)).initialize();
  const people = Array.from({ length: rows / EACH + 1 + WAITING }, (_, i) => ({
    sub: newId(),
    userId: `user${String(i).padStart(8, '0')}`,
    enterpriseId: 'default',
    test: false,
  }));
  await told('users', () => copyRows(db, 'users."user"', USER_COLUMNS, userRows(people)));
  await db.query(`INSERT INTO users.login_name SELECT enterprise_id, test, user_id, sub FROM users."user"`);
  await withoutIndexes(db, 'notifications.notification', () =>
    told('notifications', () =>
      copyRows(db, 'notifications.notification', COLUMNS, notificationRows(app.get(NotificationSeals), people, rows)),
    ),
  );
  await withoutIndexes(db, 'notifications.notification_event', () => told('events', () => db.query(EVENTS)));
  await told('vacuum and analyze', () => db.query('VACUUM (ANALYZE)'));
  const sizes = await sizesOf(db, ['notifications.notification', 'notifications.notification_event']);
  for (const line of sizes) console.log(`  ${line}`);
  return { app, db, operations: operationsOf(app, people, rows) };
}

const USER_COLUMNS = [
  ...['sub', 'enterprise_id', 'test', 'user_id', 'status', 'previous_statuses', 'primary_group', 'secondary_groups'],
  ...['language', 'created_at', 'updated_at', 'created_by'],
];

function* userRows(people) {
  for (const { sub, userId } of people)
    yield [sub, 'default', 'f', userId, 'ACTIVE', '{}', 'bench', '{}', 'en', 'now', 'now', 'bench'];
}

const COLUMNS = [
  ...['notification_uuid', 'enterprise_id', 'test', 'sub', 'user_id', 'msg_id', 'request_digest', 'content'],
  ...['content_digest', 'seal', 'outcome_seal', 'ds_required', 'expiry_at', 'search_text', 'status'],
  ...['delivery_status', 'action_response', 'signing_status', 'created_at', 'updated_at'],
];

const timeOf = (i, rows) => new Date(NOW - Math.floor(DAYS * DAY_MS * (1 - i / rows)) - DAY_MS);

/**
 * The rows in chronological order: ended notifications of all users in turn, between them those of the user with many,
 * and finally the open ones.
 */
function* notificationRows(seals, people, rows) {
  const [users, heavy, waiting] = [people.slice(0, rows / EACH), people[rows / EACH], people.slice(rows / EACH + 1)];
  const between = rows / HEAVY;
  for (let i = 0; i < rows; i++) {
    yield closed(users[i % users.length], i, timeOf(i, rows));
    if (i < FEW) yield closed({ ...users[i], enterpriseId: 'small' }, `small-${i}`, timeOf(i, rows));
    if (i % between === 0) yield closed(heavy, `heavy-${i}`, timeOf(i, rows));
  }
  for (let i = 0; i < WAITING * EACH; i++) yield open(waiting[i % WAITING], `waiting-${i}`, new Date(NOW - i));

  function open(user, i, now) {
    const one = questionTo(user, i, now);
    seals.seal(one);
    return cellsOf(one);
  }
  function closed(user, i, now) {
    const one = questionTo(user, i, now);
    const isAnswered = typeof i === 'string' || i % 7 !== 0;
    const end = i < FEW ? 'CANCELLED' : isAnswered ? 'UPDATED' : 'EXPIRED';
    Object.assign(one, {
      status: end,
      actionResponse: end === 'UPDATED' ? 'accept' : null,
      updatedAt: new Date(now.getTime() + 30_000),
    });
    seals.seal(one);
    return cellsOf(one);
  }
}

/**
 * A thousand different texts, which are reused. Making a new text for each row would take four times as long as
 * everything else.
 */
const known = new Map();

function questionTo(user, i, now) {
  const text = Number.parseInt(String(i).replace(/\D/g, ''), 10) % 1_000;
  if (!known.has(text)) known.set(text, Notification.create(user, { ...QUESTION, content: content(text) }, now));
  return Object.assign(new Notification(), known.get(text), {
    ...user,
    notificationUuid: newIdAt(now.getTime()),
    msgId: `m${i}`,
    createdAt: now,
    updatedAt: now,
    expiryAt: new Date(now.getTime() + QUESTION.expiresInSeconds * 1_000),
  });
}

const QUESTION = {
  ...{ requestDigest: 'x'.repeat(43), dsRequired: false, expiresInSeconds: 2_592_000, pushMessage: null },
  ...{ callbackUrl: null, template: null, createdBy: 'bench' },
};

const cellsOf = (one) => [
  ...[one.notificationUuid, one.enterpriseId, one.test, one.sub, one.userId, one.msgId, one.requestDigest],
  ...[one.content, one.contentDigest, one.seal, one.outcomeSeal, one.dsRequired, one.expiryAt, one.searchText],
  ...[one.status, 'NOTIFIED', one.actionResponse, one.signingStatus, one.createdAt, one.updatedAt],
];

/** Two events for each notification: a push notification to a phone, and the fetching by that phone. */
const EVENTS = `
  INSERT INTO notifications.notification_event (notification_uuid, at, kind, device_id, details)
  SELECT notification_uuid, created_at, kind, md5(sub::text)::uuid, details
  FROM notifications.notification CROSS JOIN (VALUES ('hint', '{"outcome":"accepted","service":"fcm"}'::jsonb),
    ('listed', '{}')) AS event (kind, details)`;

function operationsOf(app, people, rows) {
  const [mobile, creation] = [app.get(MobileOperations), app.get(CreateNotification)];
  const [upkeep, lists, uow] = [NotificationUpkeepRepository, NotificationListRepository, UnitOfWork].map((part) =>
    app.get(part),
  );
  const one = () => people[Math.floor((Math.random() * rows) / EACH)];
  const heavy = () => people[rows / EACH];
  const waiting = () => people[rows / EACH + 1 + Math.floor(Math.random() * WAITING)];
  const perform = (name, user, values) =>
    mobile.perform({ user, tenant, clientId: 'bench', grantId: undefined, authTime: undefined }, mobile.read(name, values)); // oxfmt-ignore
  const history = (who, search) => () =>
    perform('GetNotificationHistory', who(), [
      10,
      '',
      1,
      '',
      '',
      'UPDATED,EXPIRED,TAMPERED,DISMISSED,DISCARD,CANCELLED',
      '',
      search,
      '',
    ]);
  const page = (filter) => () => lists.list(tenant, { statuses: [], ...filter }, 50);
  let made = 0;
  const ask = async (user) => {
    const number = made++;
    const asked = { ...QUESTION, ...content(number), userId: user.userId, msgId: `new-${number}` };
    return (await creation.create(tenant, asked)).notification;
  };
  const asked = [];
  /** The removal starts after the oldest rows, which the lists of this bench still need. */
  let removedUntil = leastIdAt(timeOf(FEW, rows).getTime());
  return {
    'GetNotifications (10)': { call: () => perform('GetNotifications', waiting(), [10, '', 1, '', '']) },
    'GetNotificationHistory (10)': { call: history(one, '') },
    'search in the history': { call: history(one, 'SOHNE') },
    [`history of ${HEAVY} (10)`]: { call: history(heavy, '') },
    [`search among ${HEAVY}`]: { call: history(heavy, 'SOHNE') },
    'list of the enterprise (50)': { call: page({}) },
    'list of those that expired (50)': { call: page({ statuses: ['EXPIRED'] }) },
    'list of the few cancelled': { call: page({ statuses: ['CANCELLED'] }) },
    'list of a small enterprise': { call: () => lists.list(Tenant.of('small', false), { statuses: [] }, 50) },
    'list of a user (50)': { call: () => page({ sub: one().sub })() },
    create: { call: () => ask(one()) },
    answer: {
      before: async () => {
        for (let i = 0; i < CALLS; i++) {
          const user = one();
          asked.push({ user, uuid: (await ask(user)).notificationUuid });
        }
      },
      call: () => {
        const { user, uuid } = asked.pop();
        return perform('UpdateNotification', user, { notificationID: uuid, response: 'accept' });
      },
    },
    'expiry, a row': {
      before: async () => {
        for (let i = 0; i < SWEPT; i++) await ask(one());
      },
      times: 1,
      rows: SWEPT,
      call: () =>
        uow.run(async (tx) => {
          const soon = new Date(Date.now() + 31 * DAY_MS);
          await upkeep.closeTogether(tx, await upkeep.lockOverdue(tx, scope, soon, [], SWEPT), soon, 'expire');
        }),
    },
    'removal, a row': {
      times: 1,
      rows: REMOVED,
      call: async () => {
        removedUntil = await upkeep.removeBetween(scope, removedUntil, leastIdAt(NOW - KEPT_DAYS * DAY_MS), REMOVED);
      },
    },
  };
}

async function spentOn({ before, call, times = CALLS, rows = times }) {
  await before?.();
  const start = performance.now();
  for (let i = 0; i < times; i++) await call();
  return ((performance.now() - start) / rows) * 1_000;
}

/** Removes old notifications as the hourly job does, but a month of them at once. */
async function removeTheRest({ app, db }) {
  const count = async () => (await db.query('SELECT count(*)::int AS rows FROM notifications.notification'))[0].rows;
  const before = await count();
  const from = performance.now();
  await app.get(RemoveOldNotifications).perform({}, { signal });
  const seconds = (performance.now() - from) / 1_000;
  const removed = before - (await count());
  console.log(
    `\nall that are due: ${removed.toLocaleString('en-US')} in ${seconds.toFixed(1)} s, ${((seconds / removed) * 1e6).toFixed(0)} µs each`,
  );
  for (const table of ['notifications.notification', 'notifications.notification_event'])
    await told(`vacuum of ${table} after it`, () => db.query(`VACUUM ${table}`));
}

/** Runs the statements of the lists for one user and prints their query plans (EXPLAIN ANALYZE). */
async function showPlans({ db }) {
  const [{ sub }] = await db.query(`SELECT sub FROM users."user" WHERE user_id = 'user00000007'`);
  const where = {
    'active, newest first': `status = 'ACTIVE' AND expiry_at > now() ORDER BY created_at DESC, notification_uuid DESC`,
    'history, newest first': `status <> 'ACTIVE' ORDER BY updated_at DESC, notification_uuid DESC`,
    'search in the history': `status <> 'ACTIVE' AND strpos(search_text, 'sohne') > 0 ORDER BY updated_at DESC, notification_uuid DESC`,
  };
  for (const [name, condition] of Object.entries(where)) {
    const plan = await db.query(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT * FROM notifications.notification
       WHERE sub = '${sub}' AND ${condition} LIMIT 10`,
    );
    console.log(`\n${name}\n${plan.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}`);
  }
}

await withServer((server) =>
  withDatabase(server, 'bench_small', () => withDatabase(server, 'bench_large', () => compare(server))),
);
