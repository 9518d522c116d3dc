import {
  checkEvidence,
  isFresh,
  parseStatement,
  readContent,
  RECEIPT_TYPE,
  type Statement,
} from '@countersign/evidence';
import { isSigned, nodeCrypto } from '@countersign/evidence/node';
import { Injectable, Logger } from '@nestjs/common';
import { EvidenceKeys } from '../../auth/contract/index.js';
import { canonicalDigest, Clock, type JsonObject } from '../../shared/kernel/index.js';
import { type RateLimiter, SharedLimits } from '../../shared/security/index.js';
import { type ActiveKey, Devices } from '../../users/contract/index.js';
import { refused } from '../mobile/mobile-codes.js';
import type { Notification } from '../notification/notification.entity.js';

/**
 * A statement is what a device signs when the user answers a notification. This one is well-formed, recent, about the
 * answer that was sent, and signed by one of the user's active devices.
 */
export interface VerifiedStatement {
  readonly statement: Statement;
  readonly device: ActiveKey;
  /**
   * When the statement arrived. All time checks use this moment, so that a long step-up does not change their result.
   */
  readonly receivedAt: Date;
  /** Whether the statement refers to the stored content. If not, the device showed the user different content. */
  readonly isOfContent: boolean;
}

/** Checks the statements that devices sign, and creates evidence from valid ones. */
@Injectable()
export class Statements {
  readonly #log = new Logger(Statements.name);
  readonly #refused: RateLimiter;

  constructor(
    private readonly devices: Devices,
    private readonly keys: EvidenceKeys,
    private readonly clock: Clock,
    limits: SharedLimits,
  ) {
    this.#refused = limits.limiter({ name: 'refused-statements', perSecond: 1 / 30, burst: 20 });
  }

  /**
   * Checks a statement, even if the notification does not require one. Returns `undefined` if none was sent and none is
   * required.
   */
  async verifyAnswer(
    notification: Notification,
    response: string,
    jws: string | undefined,
  ): Promise<VerifiedStatement | undefined> {
    if (jws === undefined && !notification.dsRequired) return undefined;
    if (jws === undefined) throw await this.#refusal(notification.sub, 'the answer must be signed');
    const statement = parseStatement(jws);
    if (!statement) throw await this.#refusal(notification.sub, 'the signature is not a JWS of the documented form');
    const isAbout = statement.notificationUuid === notification.notificationUuid && statement.response === response;
    if (!isAbout)
      throw await this.#refusal(notification.sub, 'the signature is about another notification or response');
    const receivedAt = this.clock.now();
    if (!isFresh(statement, receivedAt)) throw await this.#refusal(notification.sub, 'iat is more than 5 minutes off');
    const device = await this.devices.activeKey(notification.sub, statement.deviceId);
    // The case of the device id must match too: the database ignores it, but verifiers of the evidence do not.
    if (device?.deviceId !== statement.deviceId) {
      throw await this.#refusal(notification.sub, 'kid is no active device of the user');
    }
    // An invalid signature does not close the notification: the caller may have a token but no device.
    if (!isSigned(statement, device.publicKey))
      throw await this.#refusal(notification.sub, 'the signature does not hold');
    this.devices.touch(device.deviceId);
    return { statement, device, receivedAt, isOfContent: statement.contentDigest === notification.contentDigest };
  }

  /** Creates the evidence, and refuses the answer if that evidence would not pass verification. */
  async evidence(notification: Notification, judged: VerifiedStatement): Promise<JsonObject> {
    const { statement, device, receivedAt } = judged;
    const { actions, body } = readContent(notification.content);
    const basis = {
      statement: statement.jws,
      content: { actions, body } as unknown as JsonObject,
      device: {
        device_id: device.deviceId,
        public_key: { ...device.publicKey },
        registered_at: device.registeredAt.toISOString(),
        user_id: notification.userId,
        ...(device.attestation && { attestation: { ...device.attestation } }),
      },
      ...(notification.request && { request: notification.request }),
    };
    const claims = { evidence_digest: canonicalDigest(basis), received_at: receivedAt.toISOString() };
    const { jws: receipt, key } = await this.keys.sign(claims, RECEIPT_TYPE);
    const evidence = { ...basis, receipt };
    const report = await checkEvidence(JSON.stringify(evidence), { keys: [key] }, nodeCrypto);
    if (report.valid) return evidence;
    const { notificationUuid, sub } = notification;
    this.#log.error({ notificationUuid, problems: report.problems }, 'Evidence was made that does not verify');
    throw await this.#refusal(sub, 'its evidence would not verify');
  }

  async #refusal(sub: string, why: string) {
    const { allowed } = await this.#refused.takeShared(sub);
    return allowed ? refused.signature(why) : refused.tooMany('too many statements that do not hold');
  }
}
