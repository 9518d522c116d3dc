/**
 * Measures the database time of each page of the console, among a million users, verifications, notifications and audit
 * entries of a year. A page is opened three times, and the slowest time counts. The time of a page is the sum over all
 * statements of all its calls. `!` marks pages above the limit, with their slowest statements.
 * Run: npm run bench -- console [rows] (a million by default).
 */
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../dist/ormconfig.js';
import { handlersOf } from '../dist/src/application.js';
import { CONFIG } from '../dist/src/config.js';
import { RollUpFigures } from '../dist/src/figures/roll-up/roll-up-figures.job.js';
import { OperatorsService } from '../dist/src/operators/people/operators.service.js';
import { ConsoleSessions } from '../dist/src/operators/sessions/console-sessions.service.js';
import { SessionSecrets } from '../dist/src/idv/sessions/session-secrets.service.js';
import { currentContext, newId, Tenant } from '../dist/src/shared/kernel/index.js';
import { Readiness } from '../dist/src/shared/observability/index.js';
import { Database } from '../dist/src/shared/persistence/index.js';
import { Listeners } from '../dist/src/surfaces/listeners.js';
import { OPERATORS_ENTERPRISE, UserActivation } from '../dist/src/users/contract/index.js';
import { startApplication } from './support/application.mjs';
import { BENCH_ID } from './support/loading.mjs';
import { withServer } from './support/postgres.mjs';

const ROWS = Number(process.argv[2] ?? 1_000_000);
/** The number of users who have verifications, notifications and audit entries. */
const ACTIVE = Math.max(10, ROWS / 10);
const LIMIT_MS = 50;
const TIMES = 3;
/** How many statements are printed for a slow page. */
const TOLD = 3;
const DAY_MS = 86_400_000;
const NAME = 'bench_console';

const IDS = `
  ${BENCH_ID}
  CREATE FUNCTION bench_at(i bigint, rows bigint) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT date_trunc('milliseconds', now() - interval '365 days' * (rows - i) / rows) $$`;

const LAST_NAMES = "(ARRAY['Müller','García','Nowak','Smith','Öztürk','Dubois','Rossi','Ivanova','Haddad','Jensen'])";

/** The statements that load the rows, in their order. `$1` is the number of rows. */
const LOADS = {
  users: `
    INSERT INTO users."user" (sub, enterprise_id, test, user_id, status, previous_statuses, primary_group,
      secondary_groups, first_name, last_name, email_id, mobile_number, language, created_at, updated_at, created_by)
    SELECT bench_id(at), 'default', false, 'user' || lpad(i::text, 8, '0'),
      CASE WHEN i % 20 = 0 THEN 'DELETED' WHEN i % 997 = 0 THEN 'BLOCKED' WHEN i % 3 = 0 THEN 'CREATED' ELSE 'ACTIVE' END,
      '{}', 'group' || i % 50, '{}', 'Kim' || i % 1000, ${LAST_NAMES}[i % 10 + 1] || i % 977,
      'user' || lpad(i::text, 8, '0') || '@mail.example', '+43664' || lpad(i::text, 8, '0'), 'en', at, at, 'bench'
    FROM generate_series(0, $1::bigint - 1) AS i, LATERAL (SELECT bench_at(i, $1) AS at) AS made`,
  'login names': `INSERT INTO users.login_name SELECT enterprise_id, test, user_id, sub FROM users."user"`,
  persons: `
    CREATE TABLE bench_person AS SELECT (row_number() OVER (ORDER BY user_id) - 1)::int AS n, sub, user_id
    FROM (SELECT sub, user_id FROM users."user" WHERE status <> 'DELETED' ORDER BY user_id LIMIT ${ACTIVE}) AS found`,
  'indexed persons': `CREATE UNIQUE INDEX bench_person_n ON bench_person (n) INCLUDE (sub, user_id)`,
  aliases: `INSERT INTO shared.audit_alias (subject) SELECT sub::text FROM bench_person`,
  verifications: `
    INSERT INTO idv.session (session_id, enterprise_id, test, sub, user_id, client_id, token_hash, sealed_content,
      redirect_url, settings, kyc_required, status, step, attempts, reasons, doubts, pictures, document_type,
      document_country, keep_face, created_at, started_at, touched_at, expires_at, finished_at, version, last_step)
    SELECT bench_id(at), 'default', false, p.sub, p.user_id, 'portal', md5(i::text), '\\x00', 'https://bank.example',
      '{}', false, CASE WHEN i % 500 = 0 AND i > $1 * 0.99 THEN 'REVIEW' WHEN i % 10 = 0 THEN 'DOCUMENT_REJECTED'
        WHEN i % 37 = 0 THEN 'EXPIRED' ELSE 'VERIFIED' END, 'done', '{}',
      CASE WHEN i % 10 = 0 THEN '{document_expired}'::text[] ELSE '{}' END,
      CASE WHEN i % 500 = 0 THEN '{face_mismatch}'::text[] ELSE '{}' END, 3, 'passport',
      CASE WHEN i % 20000 = 0 THEN 'NZL' ELSE 'UTO' END, false, at, at, at, at + interval '1 hour',
      at + interval '3 minutes', 1, 'optIn'
    FROM generate_series(0, $1::bigint - 1) AS i
    JOIN bench_person p ON p.n = i % ${ACTIVE}, LATERAL (SELECT bench_at(i, $1) AS at) AS made`,
  notifications: `
    INSERT INTO notifications.notification (notification_uuid, enterprise_id, test, sub, user_id, msg_id,
      request_digest, content, content_digest, seal, ds_required, expiry_at, search_text, status, delivery_status,
      action_response, signing_status, created_at, updated_at)
    SELECT bench_id(at), 'default', false, p.sub, p.user_id, 'm' || i, 'x',
      '{"actions":[{"action":"accept","authlevel":0,"label":"Approve"}],"body":[{"lng":"en","message":"Do you pay?","subject":"Payment"}]}',
      'x', 'x', false, at + interval '5 minutes', 'payment do you pay?',
      CASE WHEN i > $1 - 500 THEN 'ACTIVE' WHEN i % 1000 = 0 THEN 'CANCELLED' WHEN i % 7 = 0 THEN 'EXPIRED' ELSE 'UPDATED' END,
      'NOTIFIED', CASE WHEN i % 7 = 0 THEN NULL ELSE 'accept' END, 'NA', at, at + interval '30 seconds'
    FROM generate_series(0, $1::bigint - 1) AS i
    JOIN bench_person p ON p.n = i % ${ACTIVE}, LATERAL (SELECT bench_at(i, $1) AS at) AS made`,
  'audit entries': `
    INSERT INTO shared.audit_entry (id, at, kind, outcome, enterprise_id, test, actor_kind, actor_id, actor_alias,
      subject_alias, address, request_id, details)
    SELECT bench_id(made.at), made.at, (ARRAY['auth.user-logged-in','users.user-changed','users.user-viewed',
        'idv.evidence-viewed','auth.tokens-issued','users.user-status-changed'])[i % 6 + 1],
      CASE WHEN i % 50 = 0 THEN 'refused' ELSE 'done' END, 'default', false,
      CASE WHEN i % 6 IN (2, 3) THEN 'operator' ELSE 'client' END, CASE WHEN i % 6 IN (2, 3) THEN NULL ELSE 'portal' END,
      CASE WHEN i % 6 IN (2, 3) THEN staff.alias END, a.alias, '192.0.2.' || i % 250, md5(i::text),
      jsonb_build_object('by', CASE WHEN i % 2 = 0 THEN 'password' ELSE 'passkey' END)
    FROM generate_series(0, $1::bigint - 1) AS i
    JOIN bench_person p ON p.n = i % ${ACTIVE} JOIN shared.audit_alias a ON a.subject = p.sub::text
    CROSS JOIN (SELECT alias FROM shared.audit_alias LIMIT 1) AS staff,
    LATERAL (SELECT bench_at(i, $1) AS at) AS made`,
};

const REVIEWS = `SELECT session_id AS "sessionId" FROM idv.session WHERE status = 'REVIEW'`;

const SAMPLE = `
  SELECT p.user_id AS user, p.sub, (SELECT msg_id FROM notifications.notification WHERE sub = p.sub LIMIT 1) AS notification,
    e.id AS entry, e.request_id AS request
  FROM bench_person p, LATERAL (SELECT id, request_id FROM shared.audit_entry
    WHERE enterprise_id = 'default' ORDER BY id DESC LIMIT 1) AS e WHERE n = $1`;

await withServer(async (server) => {
  await server.sql('postgres', `DROP DATABASE IF EXISTS ${NAME}`);
  await server.sql('postgres', `CREATE DATABASE ${NAME}`);
  const address = { ...server.address, database: NAME };
  await load(address);
  const service = await start(address);
  await measure(service);
  await service.close();
  await server.sql('postgres', `DROP DATABASE ${NAME} WITH (FORCE)`);
});

async function load(address) {
  const db = await new DataSource(databaseOptions(address, 4)).initialize();
  await db.runMigrations();
  const client = db.createQueryRunner();
  await client.query('SET synchronous_commit = off');
  await client.query(IDS);
  for (const [what, sql] of Object.entries(LOADS)) {
    const from = performance.now();
    await client.query(sql, sql.includes('$1') ? [ROWS] : []);
    console.log(`${what.padEnd(24)} loaded in ${((performance.now() - from) / 1_000).toFixed(0)} s`);
  }
  // Marks all audit entries as linked. Otherwise the page would count all of them as waiting.
  await client.query('UPDATE shared.audit_chain SET below = pg_snapshot_xmax(pg_current_snapshot())');
  await client.query('VACUUM (ANALYZE)');
  await client.release();
  await db.destroy();
}

async function start(address) {
  const ports = Object.fromEntries(['AUTH', 'MANAGEMENT', 'CONSOLE', 'OPS'].map((name) => [`${name}_PORT`, '0']));
  const app = await startApplication(address, 'management,console,auth', ports);
  const listeners = await Listeners.open(app.get(CONFIG), handlersOf(app), undefined);
  app.get(Readiness).open();
  await sealReviews(app);
  const from = performance.now();
  await app.get(RollUpFigures).perform({}, { signal: new AbortController().signal });
  // Updates the statistics for query plans, as the database would do by itself after a minute.
  await app.get(Database).rows('ANALYZE shared.figure');
  console.log(`roll-up of all hours      made in ${((performance.now() - from) / 1_000).toFixed(0)} s`);
  const seen = statementsOf(app);
  const client = await app.get(Database).pool.connect();
  const cookie = await operator(app);
  return {
    app,
    async call(path) {
      const response = await fetch(`http://127.0.0.1:${listeners.portOf('console')}/api${path}`, {
        headers: { cookie: `console=${cookie}; __Host-console=${cookie}` },
      });
      const text = await response.text();
      const statements = seen.get(response.headers.get('x-request-id'));
      if (!statements) throw new Error(`Nobody saw a statement of ${path}`);
      for (const statement of statements) statement.ms = await timeOf(client, statement);
      return { status: response.status, body: JSON.parse(text), statements };
    },
    async close() {
      client.release();
      await listeners.close();
      await app.close();
    },
  };
}

/** Encrypts the content of the sessions in review, because the console's list of reviews decrypts it. */
async function sealReviews(app) {
  const [db, secrets] = [app.get(Database), app.get(SessionSecrets)];
  for (const { sessionId } of await db.rows(REVIEWS)) {
    const sealed = secrets.seal({ sessionId }, { token: 'bench', payload: null });
    await db.rows('UPDATE idv.session SET sealed_content = $2 WHERE session_id = $1', [sessionId, sealed]);
  }
}

/** Creates an operator with all roles, and signs the operator in. Returns the cookie. */
async function operator(app) {
  const service = app.get(OperatorsService);
  const grants = ['owner', 'security', 'support', 'reviewer', 'developer'].map((role) => ({
    enterpriseId: '*',
    side: 'both',
    role,
  }));
  const person = { emailId: `${newId()}@bank.example`, firstName: 'Anna', lastName: 'Berg', grants };
  const made = await service.make(person);
  const code = new URL(await service.link(made, 3_600)).searchParams.get('code');
  const tenant = Tenant.of(OPERATORS_ENTERPRISE, false);
  await app.get(UserActivation).activate({ tenant, login: made.userId, code, credentialId: 'bench' });
  return app.get(ConsoleSessions).begin(made.sub, { address: '127.0.0.1', userAgent: 'bench' });
}

/** Records the statements of each request, each with the time until its answer. */
function statementsOf(app) {
  const seen = new Map();
  const { prototype } = app.get(Database).pool.Client;
  const { query } = prototype;
  prototype.query = function noted(...args) {
    const requestId = currentContext()?.requestId;
    const callback = args.at(-1);
    if (requestId === undefined || typeof callback !== 'function') return query.apply(this, args);
    const { text, values } = typeof args[0] === 'string' ? { text: args[0], values: args[1] } : args[0];
    const statement = { text, values: Array.isArray(values) ? values : [] };
    const from = performance.now();
    const noting = (...answer) => {
      statement.ms = performance.now() - from;
      seen.set(requestId, [...(seen.get(requestId) ?? []), statement]);
      callback(...answer);
    };
    return query.apply(this, [...args.slice(0, -1), noting]);
  };
  return seen;
}

/**
 * The time of a statement in the database. It is run once more, alone, because the statements of a page run at the same
 * time and wait for each other. A statement that writes cannot be repeated, so the time until its answer is used.
 */
async function timeOf(client, { text, values, ms }) {
  if (!/^\s*(?:SELECT|WITH)\b/i.test(text)) return ms;
  try {
    const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, SUMMARY, FORMAT JSON) ${text}`, values);
    const [plan] = rows[0]['QUERY PLAN'];
    return plan['Planning Time'] + plan['Execution Time'];
  } catch {
    return ms;
  }
}

async function measure({ app, call }) {
  const [{ user, sub, notification, entry, request }] = await app.get(Database).rows(SAMPLE, [ACTIVE / 2]);
  const ago = (days) => new Date(Date.now() - days * DAY_MS).toISOString();
  const query = (values) => new URLSearchParams(values).toString();
  const figure = (name, more = {}) =>
    `/v1/figures/${name}?${query({ from: ago(30), to: ago(0), step: 'day', ...more })}`;
  const pages = {
    'Overview: what needs you': ['/v1/attention'],
    'Overview: verifications': [figure('idv.sessions', { by: 'outcome' }), figure('idv.funnel'), figure('idv.seconds')],
    'Overview: notifications': [
      figure('notifications.closed', { by: 'answer' }),
      figure('notifications.answerSeconds'),
    ],
    'Overview: sign-ins': [figure('auth.signIns', { by: 'method' })],
    Users: ['/v1/users'],
    'Users: newest': ['/v1/users?order=-createdTs'],
    'Users: status, newest': ['/v1/users?status=BLOCKED&order=-createdTs'],
    'Users: a year ago, Older': [`/v1/users?${query({ order: '-createdTs', createdTo: ago(200) })}`, 'next', 'next'],
    'Users: Older': ['/v1/users', 'next', 'next'],
    'Users: by a name': ['/v1/users?q=nowak'],
    'Users: by a name, Older': ['/v1/users?q=nowak', 'next', 'next'],
    'Users: by an address': [`/v1/users?q=${user}%40mail`],
    'Users: by a number': ['/v1/users?q=%2B4366412345'],
    'Users: inside of an id': [`/v1/users?q=${user.slice(3)}`],
    'A user': [`/v1/users/${user}`, `/v1/users/${user}/statusChanges`],
    'A user: devices, sign-in': ['devices', 'credentials', 'loginSessions', 'applications'].map(
      (part) => `/v1/users/${user}/${part}`,
    ),
    'A user: verifications': [`/v1/idvSessions?userId=${user}`],
    'A user: notifications': [`/v1/notifications?user_id=${user}`],
    'A user: audit': [`/v1/auditEvents?subject=${user}`, 'next'],
    Verifications: ['/v1/idvSessions'],
    'Verifications: Older': [`/v1/idvSessions?${query({ openedTo: ago(200) })}`, 'next', 'next'],
    'Verifications: rejected': ['/v1/idvSessions?status=DOCUMENT_REJECTED', 'next'],
    'Verifications: a reason': ['/v1/idvSessions?reason=document_expired'],
    'Verifications: a doubt': ['/v1/idvSessions?doubt=face_mismatch'],
    'Verifications: a country': ['/v1/idvSessions?documentCountry=UTO'],
    'Verifications: a rare one': ['/v1/idvSessions?documentCountry=NZL'],
    Reviews: ['/v1/idvReviews'],
    Notifications: ['/v1/notifications'],
    'Notifications: Older': ['/v1/notifications', 'next', 'next'],
    'Notifications: active': ['/v1/notifications?status=ACTIVE'],
    'Notifications: cancelled': ['/v1/notifications?status=CANCELLED'],
    'Notifications: by msg_id': [`/v1/notifications?msg_id=${notification}`],
    Audit: ['/v1/auditEvents', 'next'],
    'Audit: Older': [`/v1/auditEvents?${query({ to: ago(200) })}`, 'next', 'next'],
    'Audit: a kind': ['/v1/auditEvents?kind=users.user-viewed', 'next'],
    'Audit: kinds': ['/v1/auditEvents?kind=users.*', 'next'],
    'Audit: refused': ['/v1/auditEvents?outcome=refused', 'next'],
    'Audit: a program': ['/v1/auditEvents?actor=portal', 'next'],
    'Audit: operators': ['/v1/auditEvents?actorKind=operator', 'next'],
    'Audit: an address': ['/v1/auditEvents?address=192.0.2.7', 'next'],
    'Audit: a request': [`/v1/auditEvents?requestId=${request}`],
    'Audit: one, and the chain': [`/v1/auditEvents/${entry}`, '/v1/auditChain'],
    'Search: an id': [`/v1/search?q=${entry}`],
    'Search: a request': [`/v1/search?q=${request}`],
    'Search: a msg_id': [`/v1/search?q=${notification}`],
    'Search: the beginning of it': ['/v1/search?q=m12'],
    'Search: a name': ['/v1/search?q=nowak'],
    'Search: an address': [`/v1/search?q=${user}%40mail.example`],
    'Clients, webhooks': ['/v1/clients', '/v1/webhookEndpoints', '/v1/webhookDeliveries'],
    'Four eyes, operators, me': ['/v1/fourEyes', '/v1/operators', '/v1/me'],
  };
  if (sub === null) throw new Error('There is nobody');
  console.log(`\n${'page'.padEnd(30)}calls  statements  database, ms\n`);
  let above = 0;
  for (const [name, calls] of Object.entries(pages)) {
    const rounds = [];
    for (let round = 0; round < TIMES; round++) rounds.push(await open(calls, call));
    const worst = rounds.sort((a, b) => b.ms - a.ms)[0];
    const isSlow = worst.ms > LIMIT_MS;
    if (isSlow) above += 1;
    const figures = [
      String(worst.calls).padStart(5),
      String(worst.statements.length).padStart(12),
      worst.ms.toFixed(1).padStart(14),
    ];
    console.log(`${isSlow ? '!' : ' '} ${name.padEnd(28)}${figures.join('')}${worst.wrong}`);
    for (const { ms, text } of isSlow ? worst.statements.slice(0, TOLD) : [])
      console.log(`    ${ms.toFixed(0)} ms: ${text.replace(/\s+/g, ' ').slice(0, 1_000)}`);
  }
  console.log(`\n${above} pages take more than ${LIMIT_MS} ms of the database.`);
}

/**
 * Makes the calls of a page one after the other. The call `next` fetches the next page of the previous list, and is
 * measured as a page of its own. Returns the slowest page.
 */
async function open(calls, call) {
  const opened = [];
  let wrong = '';
  let [list, next] = ['', null];
  for (const one of calls) {
    if (one === 'next' && next === null) continue;
    if (one !== 'next') list = one;
    const path = one === 'next' ? `${list}${list.includes('?') ? '&' : '?'}cursor=${next}` : one;
    const { status, body, statements } = await call(path);
    if (status !== 200) wrong += `  ${status} ${body.code ?? ''} ${body.detail ?? ''}`;
    next = body.next ?? null;
    if (one === 'next' || opened.length === 0) opened.push({ calls: 0, statements: [] });
    const page = opened.at(-1);
    page.calls += 1;
    page.statements.push(...statements);
  }
  for (const page of opened) {
    page.ms = page.statements.reduce((sum, { ms }) => sum + ms, 0);
    page.statements.sort((a, b) => b.ms - a.ms);
  }
  return { ...opened.sort((a, b) => b.ms - a.ms)[0], wrong };
}
