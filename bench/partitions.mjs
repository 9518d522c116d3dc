/**
 * Measures the effect of monthly partitions. Each growing table is compared with a partitioned copy in the same
 * database, by running the service's statements on both in turn.
 * Run: npm run bench -- partitions [rows] (a million notifications by default).
 */
import 'reflect-metadata';
import pg from 'pg';
import { leastIdAt, newId } from '../dist/src/shared/kernel/index.js';
import { BENCH_ID, sizesOf, told } from './support/loading.mjs';
import { withDatabase, withServer } from './support/postgres.mjs';
import { median } from './support/statistics.mjs';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const [ROUNDS, CALLS, TOGETHER] = [9, 200, 500];
const MONTH_MS = 30 * 86_400_000;
const NOW = Date.now();
const COPIES = 'by_month';

/**
 * SQL functions for ids like those of the service, which begin with the time. The times of the rows are spread over the
 * given number of months.
 */
const IDS = `
  ${BENCH_ID}
  CREATE FUNCTION bench_at(i bigint, rows bigint, months int) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT date_trunc('milliseconds', to_timestamp(${NOW / 1_000}) - months * interval '30 days' * (rows - i) / rows) $$;
  CREATE SCHEMA ${COPIES}`;

const users = ROWS / 10;
const random = (below) => Math.floor(Math.random() * below);
const someUser = () => [random(users)];
const SUB = `md5($1::int::text)::uuid`;
const TENANT = `enterprise_id = 'default' AND NOT test`;

const CONTENT = `'{"actions":[{"action":"accept","authlevel":0,"label":"Approve"},{"action":"reject","authlevel":0,` +
  `"label":"Reject"}],"body":[{"lng":"en","message":"Do you approve the payment of ' || i || ' EUR to Müller & Söhne?",` +
  `"subject":"Payment ' || i || '"},{"lng":"de","message":"Geben Sie die Zahlung von ' || i || ' EUR an Müller & Söhne ` +
  `frei?","subject":"Zahlung ' || i || '"}]}'`; // oxfmt-ignore

/** `months`: the number of partitions. `key`: the column of ids, which are ordered by time. */
const TABLES = [
  {
    table: 'notifications.notification',
    key: 'notification_uuid',
    months: 24,
    rows: ROWS,
    fill: `
      INSERT INTO notifications.notification (notification_uuid, enterprise_id, test, sub, user_id, msg_id,
        request_digest, content, content_digest, seal, outcome_seal, ds_required, expiry_at, search_text, status,
        delivery_status, action_response, signing_status, created_at, updated_at)
      SELECT bench_id(at), 'default', false, md5((i % ${users})::text)::uuid, 'user' || i % ${users}, 'm' || i, repeat('x', 43),
        ${CONTENT}, repeat('x', 43), repeat('x', 43), repeat('x', 43), false, at + interval '30 days',
        'payment ' || i || ' do you approve the payment of ' || i || ' eur to muller & sohne?', CASE WHEN i > $1 * 0.99 THEN 'ACTIVE' WHEN i % 7 = 0 THEN 'EXPIRED' ELSE 'UPDATED' END,
        'NOTIFIED', CASE WHEN i % 7 > 0 THEN 'accept' END, 'NA', at, at + interval '30 seconds'
      FROM generate_series(0, $1::bigint - 1) AS i, LATERAL (SELECT bench_at(i, $1, $2) AS at) AS made`,
    statements: {
      "a user's open ones": [
        `SELECT * FROM @ WHERE sub = ${SUB} AND status = 'ACTIVE' AND expiry_at > now()
         ORDER BY created_at DESC, notification_uuid DESC LIMIT 10`,
        someUser,
      ],
      "a user's history": [
        `SELECT * FROM @ WHERE sub = ${SUB} AND status <> 'ACTIVE' ORDER BY updated_at DESC, notification_uuid DESC LIMIT 10`,
        someUser,
      ],
      'a search in it': [
        `SELECT * FROM @ WHERE sub = ${SUB} AND status <> 'ACTIVE' AND strpos(search_text, 'sohne') > 0
         ORDER BY updated_at DESC, notification_uuid DESC LIMIT 10`,
        someUser,
      ],
      'the list of an enterprise': [`SELECT * FROM @ WHERE ${TENANT} AND notification_uuid < $1 ORDER BY notification_uuid DESC LIMIT 50`, () => [newId()]], // oxfmt-ignore
      'one by its msg_id': [`SELECT * FROM @ WHERE ${TENANT} AND msg_id = $1`, () => [`m${random(ROWS)}`]],
      'one more': [
        `INSERT INTO @ SELECT made.* FROM notifications.notification n, jsonb_populate_record(n, jsonb_build_object(
           'notification_uuid', $2::uuid, 'msg_id', $2::text)) AS made
         WHERE n.notification_uuid = (SELECT notification_uuid FROM notifications.notification
           WHERE sub = ${SUB} AND status <> 'ACTIVE' LIMIT 1)`,
        () => [random(users), newId()],
      ],
      'an answer': [
        `UPDATE @ SET status = 'UPDATED', updated_at = now() WHERE notification_uuid = $1`,
        ({ ids }) => [ids[random(ids.length)]],
      ],
    },
  },
  {
    table: 'notifications.notification_event',
    key: 'notification_uuid',
    months: 24,
    rows: 2 * ROWS,
    fill: `
      INSERT INTO notifications.notification_event (notification_uuid, at, kind, device_id, details)
      SELECT notification_uuid, created_at, kind, md5(sub::text)::uuid, details
      FROM notifications.notification CROSS JOIN (VALUES ('hint', '{"outcome":"accepted","service":"fcm"}'::jsonb),
        ('listed', '{}')) AS event (kind, details) WHERE $1::int > 0 AND $2::int > 0`,
    statements: {
      'those of a notification': [`SELECT * FROM @ WHERE notification_uuid = $1 ORDER BY seq LIMIT 200`, ({ ids }) => [ids[random(ids.length)]]], // oxfmt-ignore
      'one more': [
        `INSERT INTO @ (notification_uuid, at, kind, device_id, details)
         VALUES ($1, now(), 'listed', gen_random_uuid(), '{}') ON CONFLICT DO NOTHING`,
        ({ ids }) => [ids[random(ids.length)]],
      ],
    },
  },
  {
    table: 'shared.audit_entry',
    key: 'id',
    months: 24,
    rows: ROWS,
    fill: `
      INSERT INTO shared.audit_entry (id, at, kind, outcome, enterprise_id, test, actor_kind, actor_id, subject_alias,
        address, request_id, details)
      SELECT bench_id(at), at, (ARRAY['auth.user-logged-in','users.user-changed','notifications.notification-created',
          'notifications.notification-closed','auth.tokens-issued'])[i % 5 + 1], 'done', 'default', false, 'client',
        'portal', md5((i % ${users})::text)::uuid, '192.0.2.' || i % 250, md5(i::text), '{"by":"password"}'
      FROM generate_series(0, $1::bigint - 1) AS i, LATERAL (SELECT bench_at(i, $1, $2) AS at) AS made`,
    statements: {
      'the newest': [`SELECT * FROM @ WHERE ${TENANT} AND (at, id) < ('infinity', $1::uuid) ORDER BY at DESC, id DESC LIMIT 50`, () => [newId()]], // oxfmt-ignore
      'those about a user': [
        `SELECT * FROM @ WHERE ${TENANT} AND subject_alias = ${SUB} ORDER BY at DESC, id DESC LIMIT 50`,
        someUser,
      ],
      'one more': [
        `INSERT INTO @ (id, kind, outcome, enterprise_id, test, actor_kind, actor_id, subject_alias, details)
         VALUES ($2, 'auth.user-logged-in', 'done', 'default', false, 'client', 'portal', ${SUB}, '{}')`,
        () => [random(users), newId()],
      ],
    },
  },
  {
    table: 'idv.session_event',
    key: 'session_id',
    months: 24,
    rows: ROWS,
    fill: `
      INSERT INTO idv.session_event (session_id, enterprise_id, test, at, kind, step, details)
      SELECT id, 'default', false, at, 'status', 'document', '{"from":"PENDING","to":"IN_PROGRESS"}'
      FROM generate_series(0, $1::bigint / 10 - 1) AS i, LATERAL (SELECT bench_at(i, $1 / 10, $2) AS at) AS made,
        LATERAL (SELECT bench_id(at) AS id) AS session, generate_series(1, 10)`,
    statements: {
      'those of a session': [
        `SELECT * FROM @ WHERE ${TENANT} AND session_id = $1 AND event_id > 0 ORDER BY event_id LIMIT 100`,
        ({ ids }) => [ids[random(ids.length)]],
      ],
      'one more': [
        `INSERT INTO @ (session_id, enterprise_id, test, at, kind, step, details)
         VALUES ($1, 'default', false, now(), 'status', 'selfie', '{}') ON CONFLICT DO NOTHING`,
        ({ ids }) => [ids[random(ids.length)]],
      ],
    },
  },
  {
    table: 'shared.webhook_delivery',
    key: 'delivery_id',
    months: 4,
    rows: ROWS,
    fill: `
      INSERT INTO shared.webhook_delivery (delivery_id, enterprise_id, test, endpoint_id, event_id, type, sealed_content,
        status, attempts, created_at, given_up_at, about, subject)
      SELECT bench_id(at), 'default', false, md5((i % 3)::text)::uuid, gen_random_uuid(), 'notifications.closed',
        decode(repeat('ab', 600), 'hex'), 'delivered', '[{"at":"2026-01-01T00:00:00.000Z","ms":12,"status":204}]', at,
        at + interval '3 days', gen_random_uuid(), md5((i % ${users})::text)::uuid
      FROM generate_series(0, $1::bigint - 1) AS i, LATERAL (SELECT bench_at(i, $1, $2) AS at) AS made`,
    statements: {
      'the newest of an endpoint': [
        `SELECT * FROM @ WHERE endpoint_id = md5('1')::uuid AND delivery_id < $1 ORDER BY delivery_id DESC LIMIT 50`,
        () => [newId()],
      ],
      'those about a user': [`SELECT * FROM @ WHERE ${TENANT} AND subject = ${SUB} ORDER BY delivery_id DESC LIMIT 50`, someUser], // oxfmt-ignore
      'one more': [
        `INSERT INTO @ (delivery_id, enterprise_id, test, endpoint_id, event_id, type, sealed_content, status, given_up_at)
         VALUES ($1, 'default', false, md5('1')::uuid, $1, 'notifications.closed', decode(repeat('ab', 600), 'hex'),
           'waiting', now())`,
        () => [newId()],
      ],
      'a try': [
        `UPDATE @ SET status = 'delivered', attempts = '[{"ms":12}]' WHERE delivery_id = $1`,
        ({ ids }) => [ids[random(ids.length)]],
      ],
    },
  },
];

/** Tables of which only the size of a row is measured. */
const BESIDE = {
  'shared.audit_link': `
    INSERT INTO shared.audit_link SELECT row_number() OVER (ORDER BY id), id, sha256(uuid_send(id)) FROM shared.audit_entry`,
  'notifications.change': `
    INSERT INTO notifications.change (sub, notification_uuid, status)
    SELECT sub, notification_uuid, status FROM notifications.notification`,
  'shared.signal': `
    INSERT INTO shared.signal (topic, payload) SELECT 'notifications.changed', '{}' FROM notifications.notification`,
};

const copyOf = (table) => `${COPIES}.${table.split('.')[1]}`;
const least = (month, months) => leastIdAt(NOW - (months - month) * MONTH_MS);

async function fill(db, { table, key, months, rows, fill: text }) {
  const copy = copyOf(table);
  // Triggers forbid some changes: the audit log, for example, allows only inserts.
  await db.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await db.query(text, [rows, months]);
  const { rows: indexes } = await db.query(INDEXES, [table]);
  await db.query(`CREATE TABLE ${copy} (LIKE ${table} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (${key})`);
  for (let month = 0; month <= months; month++) {
    const until = month === months ? 'MAXVALUE' : `'${least(month + 1, months)}'`;
    const from = month === 0 ? 'MINVALUE' : `'${least(month, months)}'`;
    await db.query(`CREATE TABLE ${copy}_${month} PARTITION OF ${copy} FOR VALUES FROM (${from}) TO (${until})`);
  }
  await db.query(`INSERT INTO ${copy} OVERRIDING SYSTEM VALUE SELECT * FROM ${table}`);
  for (const { definition, name, primary } of indexes) {
    // A unique index must contain the partition key, so the copy's index of `msg_id` is not unique.
    const unique = definition.includes(key) ? definition : definition.replace('UNIQUE ', '');
    await db.query(
      primary ? `ALTER TABLE ${copy} ADD ${primary}` : unique.replace(` ON ${table} `, ` ON ${copy} `).replace(name, `${name}_m`), // oxfmt-ignore
    );
  }
}

const INDEXES = `
  SELECT pg_get_indexdef(i.indexrelid) AS definition, c.relname AS name, pg_get_constraintdef(k.oid) AS primary
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype = 'p' AND k.conrelid = i.indrelid
  WHERE i.indrelid = $1::regclass`;

async function compare(db, { table, key, statements }) {
  const { rows } = await db.query(`SELECT ${key} AS id FROM ${table} ORDER BY random() LIMIT 2000`);
  const known = { ids: rows.map(({ id }) => id) };
  console.log(`\n${table.padEnd(40)}${'one table'.padStart(10)}${'by month'.padStart(10)}    ratio   locks`);
  for (const [name, [text, values]] of Object.entries(statements)) {
    const on = (target) => ({ name: `${target} ${name}`.slice(0, 63), text: text.replaceAll('@', target) });
    const sides = [on(table), on(copyOf(table))];
    const times = [[], []];
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [side, statement] of sides.entries()) {
        const from = performance.now();
        for (let call = 0; call < CALLS; call++) await db.query({ ...statement, values: values(known) });
        if (round > 0) times[side].push(((performance.now() - from) / CALLS) * 1_000);
      }
    }
    const [one, parts] = times.map(median);
    const locks = await locksOf(db, sides, values(known));
    const figures = [one.toFixed(0).padStart(10), parts.toFixed(0).padStart(10), (parts / one).toFixed(2).padStart(9)];
    console.log(`  ${name.padEnd(38)}${figures.join('')}   ${locks.join(' and ')}`);
  }
}

/**
 * The number of tables and indexes that one call locks. PostgreSQL stores more than 16 of them in a table that all
 * connections share.
 */
async function locksOf(db, sides, values) {
  const locks = [];
  for (const statement of sides) {
    await db.query('BEGIN');
    await db.query({ ...statement, values });
    const { rows } = await db.query(`SELECT count(*)::int AS held FROM pg_locks
      WHERE pid = pg_backend_pid() AND locktype = 'relation' AND relation > 16384`);
    locks.push(rows[0].held);
    await db.query('ROLLBACK');
  }
  return locks;
}

/** Removes the oldest month: in batches with a VACUUM afterwards, or by dropping its partition. */
async function removeMonth(db, { table, key, months }) {
  const remove = `
    DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(
      SELECT ${key} FROM ${table} WHERE ${key} > $1 AND ${key} < $2 ORDER BY ${key} LIMIT $3)) RETURNING ${key} AS id`;
  let [last, removed, from] = [leastIdAt(0), 0, performance.now()];
  for (;;) {
    const { rows } = await db.query({ name: `remove ${table}`, text: remove, values: [last, least(1, months), TOGETHER] }); // oxfmt-ignore
    if (rows.length === 0) break;
    removed += rows.length;
    last = rows.map(({ id }) => id).sort().at(-1); // oxfmt-ignore
  }
  const batches = performance.now() - from;
  from = performance.now();
  await db.query(`VACUUM ${table}`);
  const vacuum = performance.now() - from;
  from = performance.now();
  await db.query(`DROP TABLE ${copyOf(table)}_0`);
  const dropped = performance.now() - from;
  const each = ((batches * 1_000) / removed).toFixed(0);
  console.log(
    `  removal of ${removed.toLocaleString('en-US')} of the oldest month: ${batches.toFixed(0)} ms in batches (${each} µs a row), ` +
      `${vacuum.toFixed(0)} ms to clear up; its part ${dropped.toFixed(0)} ms`,
  );
}

async function measure(server, name) {
  await server.migrate(name);
  const db = new pg.Client(server.connection(name));
  await db.connect();
  // Turns foreign keys off, because events are loaded without their sessions.
  await db.query('SET session_replication_role = replica');
  await db.query(`SET synchronous_commit = off; SET maintenance_work_mem = '512MB'`);
  await db.query(IDS);
  for (const one of TABLES) await told(`${one.table}, with a copy by month`, () => fill(db, one));
  for (const [table, text] of Object.entries(BESIDE)) await told(table, () => db.query(text));
  await told('vacuum and analyze', () => db.query('VACUUM (ANALYZE)'));
  const asRows = { query: async (...args) => (await db.query(...args)).rows };
  const tables = [...TABLES.map(({ table }) => table), ...Object.keys(BESIDE)];
  for (const line of await sizesOf(asRows, tables)) console.log(`  ${line}`);
  console.log(
    '\nmicroseconds a call, median of rounds that take turns; locks of tables and indexes that one call holds',
  );
  for (const one of TABLES) {
    await compare(db, one);
    await removeMonth(db, one);
  }
  await db.end();
}

await withServer((server) => withDatabase(server, 'bench_parts', () => measure(server, 'bench_parts')));
