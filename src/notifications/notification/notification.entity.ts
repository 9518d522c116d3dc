import { canonicalContent, type ContentAction, readContent } from '@countersign/evidence';
import { contentDigest } from '@countersign/evidence/node';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Aggregate, type JsonObject, newIdAt, Sealed, Tenant } from '../../shared/kernel/index.js';
import {
  type DeliveryStatus,
  type NotificationAction,
  notificationStatus,
  type NotificationStatus,
  type SigningStatus,
} from './notification-status.js';
import type { PushMessage } from '../requests/notification-request.js';
import { approvalIn } from './approval-msg-id.js';
import type { Addressee, NewNotification, NotificationKind } from '../requests/new-notification.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { FraudReported, NotificationClosed, type NotificationRef } from '../contract/notifications.events.js';
import { deliveryStatusOf, type Pushes, type PushOutcome } from '../push/push.js';
import { searchText } from './content/search-text.js';

/** The response by which a user reports fraud. */
const FRAUD = 'fraud';

/** An answer whose signature and step-up have been checked. */
export interface Answer {
  readonly response: string;
  readonly signatureVerified: boolean;
  readonly stepUpDone: boolean;
  readonly deviceId: string | null;
  readonly clientIp: string | null;
  readonly evidence: JsonObject | null;
}

/** A question put to one user. Its content never changes, and its status changes only once. */
@Sealed<Notification>('notifications.notification', {
  only: [
    'notificationUuid',
    'callbackUrl',
    'pushMessage',
    'templateId',
    'templateVersion',
    'createdBy',
    'kind',
    'request',
  ],
  oldStayUnsealed: true,
})
@Entity({ schema: 'notifications', name: 'notification' })
@Check('notification_status', `status IN (${notificationStatus.states.map((state) => `'${state}'`).join(', ')})`)
@Index('notification_msg_id', ['enterpriseId', 'test', 'msgId'], { unique: true })
@Index('notification_listed', ['enterpriseId', 'test', 'notificationUuid'])
@Index('notification_listed_status', ['enterpriseId', 'test', 'status', 'notificationUuid'])
@Index('notification_active', ['sub', 'createdAt', 'notificationUuid'], { where: `status = 'ACTIVE'` })
@Index('notification_history', ['sub', 'updatedAt', 'notificationUuid'], { where: `status <> 'ACTIVE'` })
@Index('notification_listed_answer', ['enterpriseId', 'test', 'actionResponse', 'notificationUuid'], {
  where: 'action_response IS NOT NULL',
})
@Index('notification_listed_device', ['deviceId', 'notificationUuid'], { where: 'device_id IS NOT NULL' })
@Index('notification_listed_template', ['enterpriseId', 'test', 'templateId', 'notificationUuid'], {
  where: 'template_id IS NOT NULL',
})
@Index('notification_overdue', ['expiryAt'], { where: `status = 'ACTIVE'` })
export class Notification extends Aggregate {
  @PrimaryColumn({ type: 'uuid', name: 'notification_uuid' }) notificationUuid!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text', collation: 'C', name: 'user_id' }) userId!: string;
  @Column({ type: 'text', collation: 'C', name: 'msg_id' }) msgId!: string;
  @Column({ type: 'text', name: 'request_digest' }) requestDigest!: string;

  /** The content as canonical JSON, stored and sent unchanged. */
  @Column({ type: 'text' }) content!: string;
  @Column({ type: 'text', name: 'content_digest' }) contentDigest!: string;
  /** A keyed hash over the content and everything else that gives an answer its meaning. */
  @Column({ type: 'text' }) seal!: string;
  /** A keyed hash over the outcome, that is, the answer and how the notification ended. */
  @Column({ type: 'text', nullable: true, name: 'outcome_seal' }) outcomeSeal!: string | null;
  @Column({ type: 'boolean', name: 'ds_required' }) dsRequired!: boolean;
  @Column({ type: 'timestamptz', precision: 3, name: 'expiry_at' }) expiryAt!: Date;
  /** The normalized texts for searches. They are as long as the content, so queries leave them out by default. */
  @Column({ type: 'text', name: 'search_text', select: false }) searchText?: string;

  @Column({ type: 'text' }) status!: NotificationStatus;
  @Column({ type: 'text', name: 'delivery_status' }) deliveryStatus!: DeliveryStatus;
  /** The result of the push to each device of the user. */
  @Column({ type: 'jsonb', nullable: true }) pushes!: Pushes | null;
  @Column({ type: 'text', nullable: true, name: 'action_response' }) actionResponse!: string | null;
  @Column({ type: 'text', name: 'signing_status' }) signingStatus!: SigningStatus;
  /** The id of the device with which the user answered. */
  @Column({ type: 'uuid', nullable: true, name: 'device_id' }) deviceId!: string | null;
  @Column({ type: 'text', nullable: true, name: 'client_ip' }) clientIp!: string | null;
  @Column({ type: 'jsonb', nullable: true }) evidence!: JsonObject | null;

  @Column({ type: 'text', nullable: true, name: 'callback_url' }) callbackUrl!: string | null;
  @Column({ type: 'jsonb', nullable: true, name: 'push_message' }) pushMessage!: PushMessage | null;
  @Column({ type: 'text', nullable: true, name: 'created_by' }) createdBy!: string | null;
  @Column({ type: 'text', collation: 'C', nullable: true, name: 'template_id' }) templateId!: string | null;
  @Column({ type: 'int', nullable: true, name: 'template_version' }) templateVersion!: number | null;
  @Column({ type: 'text', nullable: true }) kind!: NotificationKind | null;
  @Column({ type: 'jsonb', nullable: true }) request!: JsonObject | null;
  /** A keyed hash over the columns that `@Sealed` lists, such as the callback URL. */
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at' }) updatedAt!: Date;

  /** Creates a notification without seals, which the caller must set. */
  static create(addressee: Addressee, asked: NewNotification, now: Date): Notification {
    const { content, expiresInSeconds, msgId, requestDigest, dsRequired, pushMessage, callbackUrl } = asked;
    const { template, createdBy, kind, request } = asked;
    const canonical = canonicalContent(content);
    const { sub, userId, enterpriseId, test } = addressee;
    return Object.assign(new Notification(), {
      msgId,
      requestDigest,
      dsRequired,
      pushMessage,
      callbackUrl,
      createdBy,
      kind,
      request,
      templateId: template?.templateId ?? null,
      templateVersion: template?.version ?? null,
      notificationUuid: newIdAt(now.getTime()),
      sub,
      userId,
      enterpriseId,
      test,
      content: canonical,
      contentDigest: contentDigest(canonical),
      searchText: searchText(content),
      expiryAt: new Date(now.getTime() + expiresInSeconds * 1_000),
      status: notificationStatus.move(null, 'create'),
      deliveryStatus: 'NONE' as const,
      pushes: null,
      signingStatus: 'NA' as const,
      actionResponse: null,
      deviceId: null,
      clientIp: null,
      evidence: null,
      createdAt: now,
      updatedAt: now,
    });
  }

  get ref(): NotificationRef {
    const { notificationUuid, sub, userId, enterpriseId, test } = this;
    return { notificationUuid, sub, userId, enterpriseId, test };
  }

  get tenant(): Tenant {
    return Tenant.of(this.enterpriseId, this.test);
  }

  /** The size in bytes of a new notification's long columns, which counts against the enterprise's daily limit. */
  get bytes(): number {
    const request = this.request ? JSON.stringify(this.request) : '';
    return Buffer.byteLength([this.content, this.searchText, JSON.stringify(this.pushMessage), request].join(''));
  }

  /** Whether the notification has expired, even if no sweep has closed it yet. */
  isOverdue(now: Date): boolean {
    return now >= this.expiryAt;
  }

  /** The action that a response chooses. Undefined if the notification does not offer it. */
  actionOf(response: string): ContentAction | undefined {
    return readContent(this.content).actions.find(({ action }) => action === response);
  }

  /** The chosen action as the device signed it. `actionResponse` may be a shortened form of it. */
  get chosenAction(): string {
    const { actions } = readContent(this.content);
    return actions.find(({ action }) => this.#withoutRequestDigest(action) === this.actionResponse)?.action ?? '';
  }

  /**
   * Removes the digest of the request from the end of a response, because readers do not need it. Only the responses of
   * approvals and signatures end with a digest.
   */
  #withoutRequestDigest(response: string): string {
    return this.kind ? response.replace(/\.[\w-]{43}$/, '') : response;
  }

  answer(answer: Answer, now: Date): void {
    this.assertAnswerable(now);
    const action = this.actionOf(answer.response);
    if (!action) throw NotificationErrors.actionNotOffered();
    if (this.dsRequired && !answer.signatureVerified) throw NotificationErrors.signatureRequired();
    if (action.authlevel > 0 && !answer.stepUpDone) throw NotificationErrors.stepUpRequired();
    this.#close('answer', now, { answerHolds: true });
    this.actionResponse = this.#withoutRequestDigest(answer.response);
    this.signingStatus = answer.signatureVerified ? 'Verified' : 'NA';
    this.deviceId = answer.deviceId;
    this.clientIp = answer.clientIp;
    this.evidence = answer.evidence;
    if (answer.response === FRAUD) this.record(new FraudReported(this.ref));
  }

  /** Throws if the notification can no longer be answered because it has ended or expired. */
  assertAnswerable(now: Date): void {
    if (notificationStatus.finals.includes(this.status)) {
      throw NotificationErrors.finished(undefined, { from: this.status, action: 'answer' });
    }
    if (this.isOverdue(now)) throw NotificationErrors.expired();
  }

  /** Closes the notification: one of the user's devices has signed content that differs from the stored content. */
  refuseStatement(deviceId: string, clientIp: string | null, now: Date): void {
    this.#close('refuseStatement', now, { statementDiffers: true });
    Object.assign(this, { signingStatus: 'Failed', deviceId, clientIp });
  }

  /** Marks the notification as altered, and removes the answer. The evidence stays in the row for investigation. */
  findSealBroken(now: Date): void {
    this.#close('findSealBroken', now, { sealBroken: true });
    Object.assign(this, { actionResponse: null, signingStatus: 'NA', deviceId: null, clientIp: null });
  }

  expire(now: Date): void {
    this.#close('expire', now, { timePassed: this.isOverdue(now) });
  }

  cancel(now: Date): void {
    this.#close('cancel', now);
  }

  dismiss(now: Date): void {
    this.#close('dismiss', now);
  }

  discard(now: Date): void {
    this.#close('discard', now);
  }

  notePush(deviceId: string, outcome: PushOutcome): void {
    this.pushes = { ...this.pushes, [deviceId]: outcome };
    this.deliveryStatus = deliveryStatusOf(this.pushes);
  }

  #close(action: NotificationAction, now: Date, facts: Partial<Facts> = {}): void {
    const known = { answerHolds: false, statementDiffers: false, sealBroken: false, timePassed: false, ...facts };
    this.status = notificationStatus.move(this.status, action, known);
    this.updatedAt = now;
    const told = { status: this.status, by: action, hasCallback: this.callbackUrl !== null };
    this.record(new NotificationClosed({ ...this.ref, ...told, ...approvalIn(this.msgId) }));
  }
}

type Facts = Record<'answerHolds' | 'statementDiffers' | 'sealBroken' | 'timePassed', boolean>;
