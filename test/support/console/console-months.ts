import { Database } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../application.js';
import type { ConsoleData } from './console-data.js';

/** Twice the days that the overview shows, because it also compares them with the period before. */
const DAYS = 60;
/** The share of each day of the week, from Sunday. */
const BY_WEEKDAY = [0.62, 1.08, 1.12, 1.05, 1.02, 0.96, 0.7];

/** The share of each key in a day's count. They need not add up to 1. */
type Shares = Readonly<Record<string, number>>;
interface Counted {
  readonly name: string;
  readonly dimension: string;
  readonly aDay: number;
  readonly shares: Shares;
  /** How much the share of a key changes over all days: 0 means not at all. */
  readonly trend?: Readonly<Record<string, number>>;
}

const counted = (name: string, dimension: string, aDay: number, shares: Shares, trend?: Shares): Counted => ({
  ...{ name, dimension, aDay, shares },
  ...(trend && { trend }),
});

/** Two months of figures for a bank with some hundred verifications a day. */
const MONTHS: readonly Counted[] = [
  counted('idv.sessions', '', 430, { all: 1 }),
  counted(
    ...(['idv.sessions', 'outcome', 430] as const),
    { VERIFIED: 0.78, REVIEW: 0.012, DOCUMENT_REJECTED: 0.055, SELFIE_FAILED: 0.03, DECLINED: 0.028, EXPIRED: 0.095 },
    { VERIFIED: 0.05, EXPIRED: -0.3 },
  ),
  counted('idv.funnel', '', 430, {
    ...{ welcome: 1, consent: 0.906, document: 0.883, front: 0.872, confirm: 0.802, selfie: 0.796 },
    ...{ optIn: 0.745, done: 0.724 },
  }),
  counted('idv.seconds', '', 330, {
    ...{
      '60': 0.05,
      '90': 0.13,
      '120': 0.19,
      '180': 0.31,
      '240': 0.16,
      '300': 0.07,
      '420': 0.05,
      '600': 0.03,
      '1800': 0.01,
    },
  }),
  counted('notifications.closed', '', 870, { all: 1 }),
  counted('notifications.closed', 'answer', 870, { accept: 0.836, reject: 0.062, none: 0.1, fraud: 0.002 }),
  counted('notifications.answerSeconds', '', 800, {
    ...{ '5': 0.078, '10': 0.222, '20': 0.312, '40': 0.218, '60': 0.085, '120': 0.055, '300': 0.03 },
  }),
  counted('auth.signIns', '', 4_300, { all: 1 }),
  counted('auth.signIns', 'method', 4_300, { passkey: 0.47, password: 0.5 }, { passkey: 0.35, password: -0.28 }),
  counted('webhooks.deliveries', '', 1_340, { all: 1 }),
  counted('webhooks.deliveries', 'outcome', 1_340, { delivered: 0.9971, failed: 0.0029 }),
];

/** Creates the other clients and endpoints that a bank would have, for the charts. Nothing is sent to them. */
export async function makeNeighbours({ portal, endpointId, clientId }: ConsoleData): Promise<Neighbours> {
  const endpoints = [endpointId];
  for (const name of ['core', 'fraud', 'archive']) {
    const url = `https://${name}.lanternfield.example/events`;
    const { body } = await portal.post('/v1/webhookEndpoints', { url, eventTypes: ['operators.unusual_reading'] });
    endpoints.unshift(body.endpointId);
  }
  const clients = [clientId, portal.clientId];
  for (const clientName of ['Online banking', 'Fraud desk']) {
    const client = {
      clientName,
      grantTypes: ['client_credentials'],
      scopes: ['users:read'],
      authMethod: 'client_secret_basic',
    };
    clients.push((await portal.post('/v1/clients', client)).body.clientId);
  }
  return { endpoints, clients };
}

export interface Neighbours {
  readonly endpoints: readonly string[];
  readonly clients: readonly string[];
}

/** Which days to fill: all before today, or today alone. The last hours come from the service's own roll-up. */
export type Told = 'before' | 'today';

/** Fills the figures of two months, as if the roll-up had counted them, so that the console shows a bank at work. */
export async function tellMonths({ app }: TestApplication, of: Neighbours, told: Told): Promise<void> {
  const { endpoints, clients } = of;
  const each = (ids: readonly string[]): Shares => Object.fromEntries(ids.map((id, at) => [id, 0.9 ** at / 2]));
  const all = [
    ...MONTHS,
    counted('webhooks.deliveries', 'endpointId', 1_340, each(endpoints)),
    counted('clients.requests', 'clientId', 8_200, each(clients)),
  ];
  const hour = new Date();
  hour.setUTCMinutes(0, 0, 0);
  const days = Array.from({ length: DAYS }, (_, day) => day).slice(...(told === 'before' ? [0, -1] : [-1]));
  const rows = days.flatMap((day) => {
    const at = new Date(hour.getTime() - (DAYS - 1 - day) * 86_400_000);
    return all.flatMap(({ name, dimension, aDay, shares, trend }) =>
      Object.entries(shares).map(([key, share], index) => {
        const drift = 1 + ((trend?.[key] ?? 0) * day) / DAYS;
        const count = aDay * (BY_WEEKDAY[at.getUTCDay()] ?? 1) * share * drift * wave(day, index);
        return { name, dimension, at, key, count: Math.max(1, Math.round(count)) };
      }),
    );
  });
  await app.get(Database).rows(TELL, [JSON.stringify(rows)]);
}

/** Varies the days a little, but equally in every run. */
const wave = (day: number, index: number): number =>
  1 + 0.06 * Math.sin(day * 1.7 + index) + 0.04 * Math.sin(day * 0.9);

const TELL = `
  INSERT INTO shared.figure AS f (enterprise_id, test, name, dimension, at, key, count)
  SELECT 'default', false, name, dimension, at, key, count
  FROM jsonb_to_recordset($1::jsonb) AS c (name text, dimension text, at timestamptz, key text, count bigint)
  ON CONFLICT (enterprise_id, test, name, dimension, at, key) DO UPDATE SET count = f.count + excluded.count`;

/**
 * Moves the test's events into the past, so that they seem to have happened over weeks, and marks all clients as used
 * now.
 */
export async function spreadInTime({ app }: TestApplication): Promise<void> {
  const db = app.get(Database);
  // A trigger forbids changes of the audit log, so it is off while the times of the entries are moved.
  await db.rows(`ALTER TABLE shared.audit_entry DISABLE TRIGGER USER`);
  await db.rows(NOTED);
  await db.rows(`ALTER TABLE shared.audit_entry ENABLE TRIGGER USER`);
  await db.rows(ENROLLED);
  await db.rows(`INSERT INTO auth.client_use SELECT client_id, now() FROM auth.client ON CONFLICT DO NOTHING`);
}

/** Only entries that are already in the hash chain: others would be reported as late. */
const NOTED = `
  UPDATE shared.audit_entry e SET at = e.at - interval '31 hours' * n
  FROM (
    SELECT id, row_number() OVER (ORDER BY at DESC) AS n FROM shared.audit_entry
    WHERE kind LIKE 'users.%' AND id IN (SELECT entry_id FROM shared.audit_link)) AS l
  WHERE l.id = e.id`;

const ENROLLED = `
  UPDATE users."user" u SET created_at = e.at
  FROM shared.audit_alias a JOIN shared.audit_entry e ON e.subject_alias = a.alias AND e.kind = 'users.user-enrolled'
  WHERE a.subject = u.sub::text`;
