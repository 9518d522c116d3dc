import { Injectable } from '@nestjs/common';
import { errors } from 'oidc-provider';
import { Clock, newId } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import type { UserRef } from '../../users/contract/index.js';
import { ApprovalDevice } from '../contract/index.js';
import { Approval } from './approval.entity.js';
import { approvalContent, type AskedOfUser } from './approval-content.js';
import { ApprovalRepository } from './approval.repository.js';

export interface NewApproval {
  readonly asked: AskedOfUser;
  readonly authReqId: string;
  readonly idHash: string;
  readonly expiresInSeconds: number;
  /** The client's notification token, which proves to the client that a ping is ours. */
  readonly pingToken: string | undefined;
  /**
   * Whether the request contains a correct code from the user's authenticator app (CIBA `user_code`). It is then
   * allowed even if the user has recently declined twice.
   */
  readonly isWanted: boolean;
}

const MOST_OPEN = 5;
const MOST_A_MINUTE = 3;
const MOST_DECLINED = 2;

/**
 * Asks users for an approval on the phone, on behalf of a client. Rate limits keep a client from asking repeatedly
 * until a weary user approves.
 */
@Injectable()
export class Approvals {
  constructor(
    private readonly device: ApprovalDevice,
    private readonly rows: ApprovalRepository,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  async canAsk(user: UserRef): Promise<boolean> {
    return (await this.device.devicesOf(user)).length > 0;
  }

  /** Whether one of the user's devices counts as a second factor. */
  async hasSecondFactor(user: UserRef): Promise<boolean> {
    return (await this.device.devicesOf(user)).some(({ secondFactor }) => secondFactor);
  }

  /**
   * Sends the question to the user's phone, and stores the approval in the same transaction. Returns the id of the
   * notification.
   */
  async ask(user: UserRef, { asked, ...made }: NewApproval): Promise<string> {
    const { request, actions, texts } = approvalContent(asked);
    const question = {
      requestId: newId(),
      clientId: asked.clientId,
      ...{ actions, texts, hint: null, request },
      expiresInSeconds: made.expiresInSeconds,
    };
    return this.device.ask(user, question, async (tx, { notificationUuid, expiresAt }) => {
      const now = this.clock.now();
      await this.#limit(tx, user, asked.clientId, made.isWanted, now);
      const { clientId, level, acr } = asked;
      const sealedPing = this.#sealedPing(made);
      const { idHash } = made;
      const row = { idHash, notificationUuid, clientId, request, level, acr, sealedPing, createdAt: now, expiresAt };
      const approval = Approval.ask(user, row);
      await tx.add(approval);
      const details = { clientId, notificationUuid, types: asked.details.map(({ detail }) => detail.type) };
      const { tenant, sub: subject } = approval;
      tx.pending.audit.push({ kind: 'auth.approval-requested', tenant, subject, details });
    });
  }

  /**
   * Enforces the rate limits. The caller must hold the lock on the user's notifications, so that concurrent requests
   * cannot exceed the limits.
   */
  async #limit(tx: Tx, { sub }: UserRef, clientId: string, isWanted: boolean, now: Date): Promise<void> {
    const { open, lastMinute, declined } = await this.rows.counted(tx, sub, clientId, now);
    if (open >= MOST_OPEN || lastMinute >= MOST_A_MINUTE)
      throw new errors.TemporarilyUnavailable('the user has too many requests: try again in a minute');
    if (declined >= MOST_DECLINED && !isWanted)
      throw new errors.AccessDenied('the user has declined twice: send a user_code, or wait for ten minutes');
  }

  #sealedPing({ idHash, authReqId: id, pingToken: token }: Omit<NewApproval, 'asked'>): Buffer | null {
    return token === undefined ? null : this.sealer.seal(JSON.stringify({ id, token }), Approval.pingContext(idHash));
  }
}
