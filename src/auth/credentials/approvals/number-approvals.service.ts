import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AuditLog } from '../../../audit/contract/index.js';
import { Clock, DomainError, newId, Tenant } from '../../../shared/kernel/index.js';
import { advisoryLocks, Database, UnitOfWork } from '../../../shared/persistence/index.js';
import { BlindIndex } from '../../../shared/security/index.js';
import { type DeviceCard, Devices, Enterprises, UserDirectory, type UserRef } from '../../../users/contract/index.js';
import { type ApprovalAction, ApprovalDevice, NOT_ME, TYPED_NUMBER, type TypedNumbers } from '../../contract/index.js';
import { LoginTries } from '../tries/login-tries.service.js';
import { NumberApproval, type NumberOutcome } from './number-approval.entity.js';
import type { ApprovalState, Asked, AskingSignIn, Begun, Row, Settled } from './asked-approval.types.js';
import { END_OLDER, LATEST, NOTE, RECENT, SETTLE, TYPE, USE } from './number-approval.statements.js';
import { notMeLabel, textsOf, typeLabel } from './number-approval.words.js';
import { actionOf, numberIn, numbersOf, type ShownNumbers } from './shown-numbers.js';

const MOST = 3;
const WITHIN_MS = 600_000;
const LIFE_SECONDS = 120;

const [SEED, PLACE] = ['auth/number-approval', 'auth/number-approval-place'] as const;

/**
 * Asks users on their phones for the number that their page shows: a second factor that nobody confirms out of habit.
 */
@Injectable()
export class NumberApprovals implements TypedNumbers {
  constructor(
    @InjectRepository(NumberApproval) private readonly rows: Repository<NumberApproval>,
    private readonly phones: ApprovalDevice,
    private readonly devices: Devices,
    private readonly users: UserDirectory,
    private readonly enterprises: Enterprises,
    private readonly tries: LoginTries,
    private readonly index: BlindIndex,
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  async has(user: UserRef): Promise<boolean> {
    return (await this.#phonesOf(user)).length > 0;
  }

  /** Starts an approval on the user's phones: at most three in ten minutes. A new approval ends the previous one. */
  async ask(user: UserRef, signIn: AskingSignIn): Promise<Asked> {
    const approvalId = newId();
    const phones = await this.#phonesOf(user);
    const types = !signIn.newPhone && phones.length > 0 && phones.every(({ typesNumbers }) => typesNumbers);
    const until = await this.#begin(user, approvalId, { ...signIn, types });
    if (until) return { state: 'tooMany', until };
    try {
      const notificationUuid = await this.phones.ask(user, {
        requestId: approvalId,
        clientId: signIn.client.clientId,
        actions: this.#actions(approvalId, types),
        texts: textsOf({ ...signIn, types, brand: await this.#brandOf(user) }),
        hint: null,
        expiresInSeconds: LIFE_SECONDS,
      });
      const [noted] = await this.db.rows<Pick<Row, 'outcome'>>(NOTE, [approvalId, notificationUuid]);
      if (noted?.outcome) await this.phones.cancel(user, notificationUuid); // a newer approval has ended this approval
      await this.#endOlder(user, approvalId);
      return { state: 'asked' };
    } catch (error) {
      await this.db.rows(SETTLE, [approvalId, 'ENDED']);
      if (error instanceof DomainError && error.kind.spec.status < 500) return { state: 'unreachable' };
      throw error;
    }
  }

  /** The state of the latest approval that this sign-in requested. */
  async stateOf(user: UserRef, boundTo: string): Promise<ApprovalState | undefined> {
    const row = await this.#latestOf(user, boundTo);
    if (!row) return undefined;
    if (row.usedAt) return { state: 'used' };
    const outcome = await this.#settled(user, row);
    if (outcome) return { state: outcome };
    const devices = (await this.#phonesOf(user)).map(({ name }) => name);
    const types = row.typed !== null;
    return { state: 'open', number: this.#numberOf(row), types, until: row.expiresAt, devices };
  }

  /** Whether the sign-in's latest approval is still unanswered. */
  async isWaiting(boundTo: string): Promise<boolean> {
    const row = await this.#latest(boundTo);
    const user = row && (await this.users.find(row.sub));
    if (!row || !user || row.usedAt) return false;
    return (await this.#settled(user.ref, row)) === undefined;
  }

  /** Uses up a correct answer, so that the sign-in can continue. Returns true only on the first call. */
  async use(user: UserRef, boundTo: string): Promise<boolean> {
    const row = await this.#latestOf(user, boundTo);
    if (!row || (await this.#settled(user, row)) !== 'RIGHT') return false;
    return (await this.db.rows(USE, [row.approvalId])).length > 0;
  }

  /** Returns the outcome of an approval after its notification was closed. Undefined if there is no such approval. */
  async settle(user: UserRef, approvalId: string): Promise<Settled | undefined> {
    const row = await this.rows.findOneBy({ approvalId, sub: user.sub });
    if (!row) return undefined;
    const { sessionUid, grantId } = row;
    return { outcome: (await this.#settled(user, row)) ?? null, sessionUid, grantId };
  }

  /** Whether the typed number is the one shown on the page. A wrong number ends the approval. */
  async isTyped(user: UserRef, approvalId: string, number: string): Promise<boolean> {
    const row = await this.rows.findOneBy({ approvalId, sub: user.sub });
    if (!row || this.clock.now() >= row.expiresAt) return false;
    const isRight = number === this.#numberOf(row);
    const [first] = await this.db.rows<Pick<Row, 'typed'>>(TYPE, [approvalId, isRight ? 'RIGHT' : 'WRONG']);
    if (first?.typed === 'RIGHT') return isRight;
    if (!first || !(await this.#settleAs(user, row, 'WRONG'))) return false;
    if (row.notificationUuid) await this.phones.cancel(user, row.notificationUuid);
    return false;
  }

  /** Called when the user leaves the sign-in: cancels the notification, so that the phone no longer shows it. */
  async abandon(user: UserRef, boundTo: string): Promise<void> {
    const row = await this.#latestOf(user, boundTo);
    if (!row || row.outcome || !(await this.#note(row.approvalId, 'ENDED'))) return;
    if (row.notificationUuid) await this.phones.cancel(user, row.notificationUuid);
  }

  /** Starts an approval. If the limit is reached, returns the time at which the next one is allowed. */
  #begin(
    { sub }: UserRef,
    approvalId: string,
    { boundTo, sessionUid, grantId, types }: Begun,
  ): Promise<Date | undefined> {
    return this.uow.run(async (tx) => {
      tx.send('SELECT pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.approvalsOfUser, sub]);
      const now = this.clock.now();
      const recent = await tx.rows<{ at: Date }>(RECENT, [sub, new Date(now.getTime() - WITHIN_MS), MOST]);
      const oldest = recent.at(-1);
      if (recent.length >= MOST && oldest) return new Date(oldest.at.getTime() + WITHIN_MS);
      const expiresAt = new Date(now.getTime() + LIFE_SECONDS * 1000);
      const typed = types ? ('ASKED' as const) : null;
      const place = { boundTo: this.index.hash(boundTo, PLACE), sessionUid, grantId: grantId ?? null, typed };
      await tx.manager.insert(NumberApproval, { approvalId, sub, ...place, createdAt: now, expiresAt });
      return undefined;
    });
  }

  async #endOlder(user: UserRef, approvalId: string): Promise<void> {
    const older = await this.db.rows<Pick<Row, 'notificationUuid'>>(END_OLDER, [user.sub, approvalId]);
    for (const { notificationUuid } of older) {
      if (notificationUuid) await this.phones.cancel(user, notificationUuid);
    }
  }

  async #latestOf({ sub }: UserRef, boundTo: string): Promise<Row | undefined> {
    const row = await this.#latest(boundTo);
    return row?.sub === sub ? row : undefined;
  }

  #latest(boundTo: string): Promise<Row | undefined> {
    return this.db.one<Row>(LATEST, [this.index.candidates(boundTo, PLACE)]);
  }

  async #settled(user: UserRef, row: Row): Promise<NumberOutcome | undefined> {
    if (row.outcome) return row.outcome;
    const outcome = await this.#outcome(user, row);
    if (outcome) await this.#settleAs(user, row, outcome);
    return outcome;
  }

  /** Stores an outcome, and counts a wrong or refused one. Returns false if the approval already has an outcome. */
  async #settleAs(user: UserRef, { approvalId }: Row, outcome: NumberOutcome): Promise<boolean> {
    if (!(await this.#note(approvalId, outcome))) return false;
    if (outcome === 'WRONG' || outcome === 'REFUSED') await this.#countWrong(user.sub);
    await this.#tell(user, outcome);
    return true;
  }

  async #outcome(user: UserRef, row: Row): Promise<NumberOutcome | undefined> {
    const { notificationUuid, expiresAt, typed } = row;
    const isOver = this.clock.now() >= expiresAt;
    if (!notificationUuid) return isOver ? 'ENDED' : undefined;
    const outcome = await this.phones.outcome(user, notificationUuid);
    if (outcome.state === 'open') return isOver ? 'ENDED' : undefined;
    if (outcome.state !== 'answered') return 'ENDED';
    if (outcome.action === NOT_ME) return 'REFUSED';
    const isRight = typed === null ? numberIn(outcome.action) === this.#numberOf(row) : typed === 'RIGHT';
    if (!isRight) return 'WRONG';
    const counted = await this.#phonesOf(user);
    return counted.some(({ deviceId }) => deviceId === outcome.deviceId) ? 'RIGHT' : 'ENDED';
  }

  /**
   * Returns the phones that count as a second factor. A phone that was registered with only a password does not count
   * if the user had a stronger factor at that time.
   */
  async #phonesOf(user: UserRef): Promise<DeviceCard[]> {
    return (await this.devices.list(user)).filter(({ blocked, secondFactor }) => secondFactor && !blocked);
  }

  async #note(approvalId: string, outcome: NumberOutcome): Promise<boolean> {
    return (await this.db.rows(SETTLE, [approvalId, outcome])).length > 0;
  }

  /** Counts a failed approval as a wrong authenticator code. A correct number does not reset that counter. */
  async #countWrong(sub: string): Promise<void> {
    const begun = await this.tries.beginCode(sub);
    if (begun) await this.tries.settle(begun, () => Promise.resolve(false));
  }

  async #tell({ sub, enterpriseId, test }: UserRef, outcome: NumberOutcome): Promise<void> {
    const because = BECAUSE[outcome];
    await this.audit.record({
      kind: 'auth.factor-proven',
      outcome: outcome === 'RIGHT' ? 'done' : 'refused',
      tenant: Tenant.of(enterpriseId, test),
      subject: sub,
      details: { by: 'approval', ...(because && { because }) },
    });
  }

  async #brandOf({ enterpriseId }: UserRef): Promise<string> {
    return (await this.enterprises.find(enterpriseId))?.name ?? enterpriseId;
  }

  #actions(approvalId: string, types: boolean): ApprovalAction[] {
    const numbers = types
      ? [{ label: typeLabel, action: TYPED_NUMBER, authlevel: 1 as const }]
      : this.#numbers(approvalId).shown.map((one) => ({ label: one, action: actionOf(one), authlevel: 0 as const }));
    return [...numbers, { label: notMeLabel, action: NOT_ME, authlevel: 0 }];
  }

  #numberOf({ approvalId, typed }: Pick<Row, 'approvalId' | 'typed'>): string {
    const { right, typed: toType } = this.#numbers(approvalId);
    return typed === null ? right : toType;
  }

  /** Derives the numbers with a secret key. They are stored nowhere, so reading the database does not reveal them. */
  #numbers(approvalId: string): ShownNumbers {
    const hash = this.index.hash(approvalId, SEED);
    return numbersOf(createHash('sha256').update(hash).digest());
  }
}

const BECAUSE: Readonly<Record<NumberOutcome, string | undefined>> = {
  RIGHT: undefined,
  WRONG: 'wrong',
  REFUSED: 'not-me',
  ENDED: 'no-answer',
};
