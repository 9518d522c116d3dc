import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { secretDigest, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { Handover } from './handover.entity.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionEvents } from '../session-events/session-events.service.js';
import { HandoverRepository } from './handover.repository.js';
import { SessionChanges } from '../sessions/session-changes.service.js';

const BY_SECRET = Tenant.all('who has the link or the cookie names the session by it');
const MINUTES = 5;

/** The offer to hand a session over to a phone, as shown on the page of the browser that made it. */
export type Offer = { readonly link: string } | { readonly isOpened: true };

/**
 * Hands a session over to a phone. The phone opens a link, which works once, and then shows a number. The user enters
 * this number in the first browser.
 */
@Injectable()
export class Handovers {
  constructor(
    private readonly handovers: HandoverRepository,
    private readonly changes: SessionChanges,
    private readonly uow: UnitOfWork,
    private readonly index: BlindIndex,
    private readonly events: SessionEvents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Creates a new handover link. Any previous link stops working. */
  async offer({ ref, status, step }: Session): Promise<void> {
    if (status !== 'IN_PROGRESS') throw IdvErrors.wrongStep(undefined, { step });
    const madeAt = this.changes.now;
    const expiresAt = new Date(madeAt.getTime() + MINUTES * 60_000);
    const tokenHash = secretDigest(this.#token(ref.sessionId, madeAt));
    await this.#change(ref, async (tx) => {
      await this.handovers.replace(tx, ref, tokenHash, madeAt, expiresAt);
      this.events.add(tx, ref, { kind: 'handover-offered', step });
    });
  }

  /** Returns the current handover offer, or undefined if there is none or it has expired. */
  async offerOf({ ref }: Session): Promise<Offer | undefined> {
    const found = this.#valid(await this.handovers.find(ref));
    if (!found) return undefined;
    if (found.phoneHash !== null) return { isOpened: true };
    const token = this.#token(found.sessionId, found.madeAt);
    return { link: `${this.config.idvUrl}/IdvWebServer/handover?token=${token}` };
  }

  /** Returns the ID of the session that a handover link is for. This does not use up the link. */
  async sessionOf(token: string): Promise<string | undefined> {
    return this.#valid(await this.handovers.findByToken(BY_SECRET, secretDigest(token)))?.sessionId;
  }

  /** Opens the handover link for this browser. Returns false if the link is unknown, expired or already used. */
  async open(token: string, phoneSecret: string): Promise<boolean> {
    const phone = { hash: secretDigest(phoneSecret), number: String(randomInt(10, 100)) };
    return this.uow.run(async (tx) => {
      const sessionId = await this.handovers.open(tx, BY_SECRET, secretDigest(token), phone, this.changes.now);
      if (sessionId !== undefined) this.changes.notifyPages(tx, { sessionId });
      return sessionId !== undefined;
    });
  }

  /** Returns the number that a waiting phone shows, and the session that is to be handed over. */
  async waitingOn(phoneSecret: string): Promise<{ readonly number: string; readonly ref: SessionRef } | undefined> {
    const found = this.#valid(await this.handovers.findByPhone(BY_SECRET, secretDigest(phoneSecret)));
    if (!found || found.number === null) return undefined;
    const { number, enterpriseId, test, sessionId } = found;
    return { number, ref: { tenant: Tenant.of(enterpriseId, test), sessionId } };
  }

  /**
   * Hands the session over to the phone if the number is correct. An incorrect number ends the offer at once, because a
   * stranger could otherwise try all ninety possible numbers.
   */
  confirm({ ref }: Session, number: string): Promise<boolean> {
    return this.changes.change(ref, async (session, now, tx) => {
      const found = this.#valid((await this.handovers.lock(tx, ref)) ?? undefined);
      this.handovers.remove(tx, ref);
      this.changes.notifyPages(tx, ref);
      if (!found?.phoneHash || found.number !== number) return false;
      session.passOn(found.phoneHash, now);
      return true;
    });
  }

  withdraw({ ref }: Session): Promise<void> {
    return this.#change(ref, (tx) => this.handovers.remove(tx, ref));
  }

  /** Changes the handover offer, and tells the open pages of the session to reload. */
  #change(ref: SessionRef, change: (tx: Tx) => Promise<void> | void): Promise<void> {
    return this.uow.run(async (tx) => {
      await change(tx);
      this.changes.notifyPages(tx, ref);
    });
  }

  #valid(found: Handover | undefined): Handover | undefined {
    return found && found.expiresAt > this.changes.now ? found : undefined;
  }

  /** Computes the token of the handover link again whenever the page is shown, because only its digest is stored. */
  #token(sessionId: string, madeAt: Date): string {
    return secretDigest(this.index.hash(`${sessionId}:${madeAt.toISOString()}`, 'idv/handover'));
  }
}
