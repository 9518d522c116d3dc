import { newId, newIdAt } from '../../../src/shared/kernel/index.js';
import type { Database } from '../../../src/shared/persistence/index.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;

type Part = readonly [name: string, dimension: string, key: string | null];
interface Row {
  readonly tenant: readonly [enterpriseId: string, test: boolean];
  readonly at: number;
  readonly parts: () => readonly Part[];
  /** Moves it on, as time does; a row that cannot change has none. */
  readonly change?: () => Promise<void>;
}

interface Given {
  readonly at?: Date;
  readonly tenant?: readonly [enterpriseId: string, test: boolean];
}
interface SessionFacts extends Given {
  readonly status?: string;
  readonly lastStep?: string | null;
  readonly reasons?: readonly string[];
  readonly documentType?: string | null;
  readonly country?: string | null;
  readonly clientId?: string;
  readonly seconds?: number;
}

const AT_ONCE = 10;
const LIVE = ['default', false] as const;
const TENANTS = [LIVE, ['default', true], ['rival', false]] as const;
const RANKS: Readonly<Record<string, number>> = {
  ...{ welcome: 1, consent: 2, vendor: 2, document: 3, front: 4, back: 4, chip: 4, confirm: 5, selfie: 6, kyc: 6, optIn: 7, done: 8 },
}; // oxfmt-ignore
const FUNNEL = ['welcome', 'consent', 'document', 'front', 'confirm', 'selfie', 'optIn', 'done'];
const IDV_SECONDS = [10, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1_800, 3_600];
const WEBHOOK_MS = [10, 25, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 15_000];
const ANSWER_SECONDS = [5, 10, 20, 40, 60, 120, 300];

const bucket = (seconds: number | null, ends: readonly number[]): string | null =>
  seconds === null ? null : String(ends.find((end) => seconds <= end) ?? 'more');

/** Rows that figures count, each beside what it must be counted as: by this program, and not by SQL. */
const approvalsOf = (answer: string): Part[] => [
  ['notifications.approvals', '', 'all'],
  ['notifications.approvals', 'answer', answer],
];

export class FigureRows {
  readonly #rows: Row[] = [];
  readonly #columns = new Map<string, Promise<Record<string, unknown>>>();
  #state = 1;

  constructor(private readonly db: Database) {}

  /** Entries of the audit log cannot be removed. */
  async clear(): Promise<void> {
    for (const table of ['idv.session', 'notifications.notification', 'shared.webhook_delivery', 'users."user"'])
      await this.db.rows(`DELETE FROM ${table}`);
    await this.db.rows('TRUNCATE shared.figure, shared.figure_progress');
    this.#rows.splice(0, this.#rows.length, ...this.#rows.filter(({ parts }) => parts()[0]?.[0] === 'auth.signIns'));
  }

  seed(seed: number): void {
    this.#state = seed * 7_919;
  }

  counted(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { tenant, at, parts } of this.#rows) {
      const hour = Math.floor(at / HOUR) * HOUR;
      for (const [name, dimension, key] of parts()) {
        if (key === null) continue;
        const line = [
          ...tenant.map((one) => (one === true ? 't' : one === false ? 'f' : one)),
          name,
          dimension,
          hour,
          key,
        ];
        counts[line.join(' ')] = (counts[line.join(' ')] ?? 0) + 1;
      }
    }
    return counts;
  }

  /** So many rows of all kinds, made in that time. */
  async add(count: number, { within, from = 0 }: { readonly within: number; readonly from?: number }): Promise<void> {
    for (let made = 0; made < count; made += AT_ONCE) {
      const given = Array.from({ length: Math.min(AT_ONCE, count - made) }, () => {
        const at = new Date(Date.now() - from - Math.floor(this.#draw() * (within - from)));
        return { at, tenant: this.#one(TENANTS) };
      });
      await Promise.all(given.map((one) => this.#any(one)));
    }
  }

  async change(count: number): Promise<void> {
    const changing = this.#rows.flatMap(({ change }) => (change ? [change] : []));
    for (let made = 0; made < count; made++) await this.#one(changing)();
  }

  async session(given: SessionFacts): Promise<void> {
    const { tenant = LIVE, at = new Date(), clientId = 'portal', documentType = null, country = null } = given;
    const row = {
      status: 'PENDING',
      reasons: [] as readonly string[],
      lastStep: 'welcome' as string | null,
      seconds: 7,
      ...given,
    };
    const id = newIdAt(at.getTime());
    await this.#insert('idv.session', {
      ...{
        session_id: id,
        enterprise_id: tenant[0],
        test: tenant[1],
        sub: newId(),
        token_hash: newId(),
        status: row.status,
      },
      ...{
        step: 'done',
        last_step: row.lastStep,
        reasons: row.reasons,
        client_id: clientId,
        document_type: documentType,
      },
      ...{ document_country: country, started_at: at, finished_at: new Date(at.getTime() + row.seconds * 1_000) },
    });
    const done = () => row.status === 'VERIFIED';
    this.#rows.push({
      ...{ tenant, at: at.getTime() },
      parts: () => [
        ['idv.sessions', '', 'all'],
        ['idv.sessions', 'outcome', row.status],
        ['idv.sessions', 'documentType', documentType],
        ['idv.sessions', 'country', country],
        ['idv.sessions', 'clientId', clientId],
        ...row.reasons.map((reason): Part => ['idv.sessions', 'reason', reason]),
        ...FUNNEL.slice(0, RANKS[row.lastStep ?? 'welcome']).map((step): Part => ['idv.funnel', '', step]),
        ['idv.seconds', '', bucket(done() ? row.seconds : null, IDV_SECONDS)],
      ],
      change: async () => {
        const lastStep = this.#one(Object.keys(RANKS).slice(RANKS[row.lastStep ?? 'welcome']));
        Object.assign(row, { status: this.#one(['VERIFIED', 'REVIEW', 'EXPIRED', 'SELFIE_FAILED']), lastStep });
        await this.db.rows('UPDATE idv.session SET status = $2, last_step = $3 WHERE session_id = $1', [
          ...[id, row.status, row.lastStep],
        ]);
      },
    });
  }

  async notification(
    given: Given & {
      status: string;
      answer: string | null;
      seconds: number;
      template?: string | null;
      kind?: string | null;
      hints?: readonly string[];
    },
  ): Promise<void> {
    const { tenant = LIVE, at = new Date(), seconds, template = null, kind = null, hints = [] } = given;
    const row = { status: given.status, answer: given.answer };
    const id = newIdAt(at.getTime());
    await this.#insert('notifications.notification', {
      ...{ notification_uuid: id, enterprise_id: tenant[0], test: tenant[1], msg_id: id, status: row.status },
      ...{ action_response: row.answer, created_at: at, updated_at: new Date(at.getTime() + seconds * 1_000) },
      ...{ template_id: template, kind },
    });
    for (const outcome of hints)
      await this.#insert('notifications.notification_event', {
        notification_uuid: id,
        kind: 'hint',
        details: { outcome },
      });
    const isOver = () => row.status !== 'ACTIVE';
    this.#rows.push({
      ...{ tenant, at: at.getTime() },
      parts: () =>
        isOver()
          ? [
              ['notifications.closed', '', 'all'],
              ['notifications.closed', 'status', row.status],
              ['notifications.closed', 'answer', row.answer ?? 'none'],
              ['notifications.closed', 'template', template],
              ['notifications.answerSeconds', '', bucket(row.status === 'UPDATED' ? seconds : null, ANSWER_SECONDS)],
              ...(kind === 'approval' ? approvalsOf(row.answer ?? 'none') : []),
              ...hints.flatMap((outcome): Part[] => [
                ['notifications.hints', '', 'all'],
                ['notifications.hints', 'outcome', outcome],
              ]),
            ]
          : [],
      change: async () => {
        if (isOver()) return;
        Object.assign(row, { status: 'UPDATED', answer: this.#one(['accept', 'reject']) });
        await this.db.rows(
          'UPDATE notifications.notification SET status = $2, action_response = $3 WHERE notification_uuid = $1',
          [id, row.status, row.answer],
        );
      },
    });
  }

  async user({
    tenant = LIVE,
    at = new Date(),
    status = 'ACTIVE',
    group = 'retail',
  }: Given & { status?: string; group?: string }) {
    const sub = newIdAt(at.getTime());
    await this.#insert('users."user"', {
      ...{ sub, enterprise_id: tenant[0], test: tenant[1], user_id: sub, status, primary_group: group },
    });
    const parts = [
      ['users.enrolled', '', 'all'],
      ['users.enrolled', 'group', group],
    ] as const;
    this.#rows.push({ tenant, at: at.getTime(), parts: () => parts });
  }

  async delivery({ tenant = LIVE, at = new Date(), ms: taken }: Given & { readonly ms?: number }): Promise<void> {
    const [id, endpoint] = [newIdAt(at.getTime()), this.#one(ENDPOINTS)];
    let status = taken === undefined ? this.#one(['waiting', 'delivered', 'failed']) : 'delivered';
    const ms = taken ?? this.#one([null, 0, 10, 11, 790, 20_000]);
    const expired = taken === undefined && this.#one([false, false, true]);
    const last = { at: at.toISOString(), ms: ms ?? 0, ...(expired && { error: 'expired' }) };
    const attempts = ms === null ? [] : [{ at: at.toISOString(), ms: 5, error: 'connection' }, last];
    await this.#insert('shared.webhook_delivery', {
      ...{ delivery_id: id, enterprise_id: tenant[0], test: tenant[1], endpoint_id: endpoint, status, attempts },
    });
    this.#rows.push({
      ...{ tenant, at: at.getTime() },
      parts: () =>
        status === 'waiting'
          ? []
          : [
              ['webhooks.deliveries', '', 'all'],
              ['webhooks.deliveries', 'outcome', status],
              ['webhooks.deliveries', 'endpointId', endpoint],
              ['webhooks.ms', '', bucket(expired ? null : ms, WEBHOOK_MS)],
            ],
      change: async () => {
        status = this.#one(['waiting', 'delivered', 'failed']);
        await this.db.rows('UPDATE shared.webhook_delivery SET status = $2 WHERE delivery_id = $1', [id, status]);
      },
    });
  }

  async #signIn({ tenant = LIVE, at = new Date() }: Given): Promise<void> {
    const [outcome, by, kind] = [
      this.#one(['done', 'refused']),
      this.#one(['passkey', 'password']),
      this.#one(['auth.user-logged-in', 'auth.user-logged-in', 'auth.tokens-issued']),
    ];
    const because = outcome === 'refused' ? this.#one(['wrong', 'too-soon']) : null;
    await this.#insert('shared.audit_entry', {
      ...{ id: newIdAt(at.getTime()), enterprise_id: tenant[0], test: tenant[1], kind, outcome, actor_kind: 'system' },
      details: { by, ...(because && { because }) },
    });
    const isDone = outcome === 'done';
    const parts: readonly Part[] = [
      ['auth.signIns', '', isDone ? 'all' : null],
      ['auth.signIns', 'method', isDone ? by : null],
      ['auth.signIns', 'outcome', outcome],
      ['auth.signIns', 'because', because],
    ];
    if (kind === 'auth.user-logged-in') this.#rows.push({ tenant, at: at.getTime(), parts: () => parts });
  }

  async #any(given: Given): Promise<void> {
    const kind = Math.floor(this.#draw() * 5);
    if (kind === 0) {
      await this.session({
        ...given,
        status: this.#one(['PENDING', 'IN_PROGRESS', 'REVIEW', 'VERIFIED', 'EXPIRED', 'DOCUMENT_REJECTED']),
        lastStep: this.#one([null, ...Object.keys(RANKS)]),
        reasons: this.#one([[], [], ['selfie_mismatch'], ['document_expired', 'document_unreadable']]),
        documentType: this.#one([null, 'passport', 'identity_card']),
        country: this.#one([null, 'DEU', 'FRA']),
        clientId: this.#one(['portal', 'branch']),
        seconds: Math.floor(this.#draw() * 4_000),
      });
    } else if (kind === 1) {
      const status = this.#one(['ACTIVE', 'UPDATED', 'EXPIRED', 'CANCELLED']);
      const answer = status === 'UPDATED' ? this.#one(['accept', 'reject']) : null;
      const template = this.#one([null, 'payment']);
      const hints = [[], ['taken'], ['taken', 'failed']][Math.floor(this.#draw() * 3)] ?? [];
      await this.notification({
        ...given,
        status,
        answer,
        template,
        hints,
        kind: template ? null : 'approval',
        seconds: Math.floor(this.#draw() * 400),
      });
    } else if (kind === 2) await this.user({ ...given, group: this.#one(['retail', 'gold']) });
    else if (kind === 3) await this.delivery(given);
    else await this.#signIn(given);
  }

  /** Columns that must have a value have an empty one. */
  async #insert(table: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const known = this.#columns.get(table) ?? this.#emptyOf(table);
    this.#columns.set(table, known);
    const row = { ...(await known), ...values };
    const columns = Object.keys(row).join(', ');
    await this.db.rows(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`,
      [JSON.stringify(row)],
    );
  }

  async #emptyOf(table: string): Promise<Record<string, unknown>> {
    const [schema, name] = table.replaceAll('"', '').split('.');
    const columns = await this.db.rows<{ column: string; type: string }>(
      `SELECT column_name AS column, udt_name AS type FROM information_schema.columns
       WHERE table_schema = $1 AND table_name = $2 AND is_nullable = 'NO' AND column_default IS NULL
         AND is_generated = 'NEVER' AND is_identity = 'NO'`,
      [schema, name],
    );
    return Object.fromEntries(columns.map(({ column, type }) => [column, EMPTY[type]]));
  }

  /** Numbers that are the same for the same seed. */
  #draw(): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state / 2_147_483_647;
  }

  #one<T>(of: readonly T[]): T {
    return of[Math.floor(this.#draw() * of.length)] as T;
  }
}

const ENDPOINTS = [newId(), newId()];
const EMPTY: Readonly<Record<string, unknown>> = {
  ...{ text: 'x', int4: 0, bool: false, jsonb: {}, _text: [], bytea: '\\x00', uuid: newId() },
  timestamptz: new Date(Date.now() + 10 * MINUTE),
};
