import { Injectable } from '@nestjs/common';
import { EvidenceKeys } from '../../../auth/contract.js';
import { canonicalDigest } from '../../../shared/kernel/canonical-json.js';
import { Clock } from '../../../shared/kernel/clock.js';
import type { JsonObject } from '../../../shared/kernel/json.js';
import type { RateLimiter } from '../../../shared/security/rate-limits/rate-limiter.js';
import { SharedLimits } from '../../../shared/security/rate-limits/shared-limits.service.js';
import { type ActiveKey, Devices } from '../../../users/contract.js';
import { readContent } from '../../domain/content.js';
import { RECEIPT_TYPE } from '../../domain/evidence.js';
import { refused } from '../../domain/mobile-codes.js';
import { isFresh, isSignedBy, parseStatement, type Statement } from '../../domain/statement.js';
import type { Notification } from '../../entities/notification.entity.js';

/** A statement that is well-formed, fresh, about this answer, and by an active device of the user. */
export interface JudgedStatement {
  readonly statement: Statement;
  readonly device: ActiveKey;
  /** Whether the device signed it, and signed what is stored. If not, somebody tampered. */
  readonly holds: boolean;
}

/** Judges what devices sign, and makes evidence of what holds. */
@Injectable()
export class Statements {
  readonly #malformed: RateLimiter;

  constructor(
    private readonly devices: Devices,
    private readonly keys: EvidenceKeys,
    private readonly clock: Clock,
    limits: SharedLimits,
  ) {
    this.#malformed = limits.limiter({ name: 'malformed-statements', perSecond: 1 / 30, burst: 20 });
  }

  /** Undefined when there is none and none is needed. One that is given is judged, needed or not. */
  async judge(
    notification: Notification,
    response: string,
    jws: string | undefined,
  ): Promise<JudgedStatement | undefined> {
    if (jws === undefined && !notification.dsRequired) return undefined;
    if (jws === undefined) throw this.#refusal(notification.sub, 'the answer must be signed');
    const statement = parseStatement(jws);
    if (!statement) throw this.#refusal(notification.sub, 'the signature is not a JWS of the documented form');
    const isAbout = statement.notificationUuid === notification.notificationUuid && statement.response === response;
    if (!isAbout) throw this.#refusal(notification.sub, 'the signature is about another notification or response');
    if (!isFresh(statement, this.clock.now())) throw this.#refusal(notification.sub, 'iat is more than 5 minutes off');
    const device = await this.devices.activeKey(notification.sub, statement.deviceId);
    if (!device) throw this.#refusal(notification.sub, 'kid is no active device of the user');
    this.devices.touch(device.deviceId);
    const isOfContent = statement.contentDigest === notification.contentDigest;
    return { statement, device, holds: isSignedBy(statement, device.publicKey) && isOfContent };
  }

  async evidence(notification: Notification, { statement, device }: JudgedStatement): Promise<JsonObject> {
    const { actions, body } = readContent(notification.content);
    const basis = {
      statement: statement.jws,
      content: { actions, body } as unknown as JsonObject,
      device: {
        device_id: device.deviceId,
        public_key: { ...device.publicKey },
        registered_at: device.registeredAt.toISOString(),
        user_id: notification.userId,
      },
    };
    const claims = { evidence_digest: canonicalDigest(basis), received_at: this.clock.now().toISOString() };
    return { ...basis, receipt: await this.keys.sign(claims, RECEIPT_TYPE) };
  }

  #refusal(sub: string, why: string) {
    const { allowed } = this.#malformed.take(sub);
    return allowed ? refused.signature(why) : refused.tooMany('too many statements that are none');
  }
}
