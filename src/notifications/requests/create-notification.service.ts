import { Injectable } from '@nestjs/common';
import { type Actor, Clock, currentActor, DomainError, type Tenant } from '../../shared/kernel/index.js';
import type { Together } from '../../auth/contract/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import type { UserRef } from '../../users/contract/index.js';
import { MOST_ACTIVE, type NotificationRequest, requestDigest } from './notification-request.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import type { NewNotification } from './new-notification.js';
import { Notification } from '../notification/notification.entity.js';
import { AvailableStepUpMethods } from '../step-up/available-step-up-methods.service.js';
import { EnterpriseLimits } from './enterprise-limits.service.js';
import { RecipientLookup } from './recipient-lookup.service.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { NotificationSeals } from '../notification/notification-seals.service.js';
import { PushAnnouncements } from '../push/push-announcements.service.js';
import { RequestedContents } from './requested-contents.service.js';
import { StoredBytes } from '../notification/stored-bytes/stored-bytes.service.js';

export interface Created {
  readonly notification: Notification;
  /** True if an earlier request has already created the notification. */
  readonly repeated: boolean;
  /** The actions that the user cannot choose, because the user lacks a step-up method for them. */
  readonly unmetActions: readonly string[];
}

/**
 * The client or operator that requests the notification. For an approval or a signature, it also contains the kind and
 * the request itself.
 */
interface Asker extends Pick<NewNotification, 'createdBy' | 'kind' | 'request'> {
  readonly together?: Together | undefined;
}

type Stored = Omit<Created, 'unmetActions'>;

const RETRY_AFTER_SECONDS = 60;

/** Creates notifications. A repeated request, recognised by its `msg_id`, returns the existing notification. */
@Injectable()
export class CreateNotification {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly notifications: NotificationRepository,
    private readonly addressees: RecipientLookup,
    private readonly seals: NotificationSeals,
    private readonly contents: RequestedContents,
    private readonly announcements: PushAnnouncements,
    private readonly limits: EnterpriseLimits,
    private readonly bytes: StoredBytes,
    private readonly held: AvailableStepUpMethods,
    private readonly clock: Clock,
  ) {}

  async create(tenant: Tenant, request: NotificationRequest, asker = caller()): Promise<Created> {
    const created = await this.#create(tenant, request, asker);
    return { ...created, unmetActions: await this.held.unmet(created.notification.sub, request.actions) };
  }

  async #create(tenant: Tenant, request: NotificationRequest, asker: Asker): Promise<Stored> {
    const digest = requestDigest(request);
    const known = await this.#repeated(tenant, request.msgId, digest);
    if (known) return known;
    return this.limits.creating(tenant, () => this.#createNew(tenant, request, { ...asker, requestDigest: digest }));
  }

  async #createNew(
    tenant: Tenant,
    request: NotificationRequest,
    { together, ...made }: Asker & Pick<NewNotification, 'requestDigest'>,
  ): Promise<Stored> {
    const [user, requested] = await Promise.all([
      this.addressees.find(tenant, request.userId),
      this.contents.of(tenant, request),
    ]);
    try {
      const asked = { ...request, ...requested, ...made };
      return { notification: await this.#add(user, asked, together), repeated: false };
    } catch (error) {
      // If the `msg_id` is taken, a concurrent request has created the notification, which is then returned.
      const first = isTaken(error) && (await this.#repeated(tenant, request.msgId, made.requestDigest));
      if (first) return first;
      throw error;
    }
  }

  async #repeated(tenant: Tenant, msgId: string, digest: string): Promise<Stored | undefined> {
    const notification = await this.notifications.findByMessageId(tenant, msgId);
    if (!notification) return undefined;
    if (notification.requestDigest !== digest) throw NotificationErrors.messageIdTaken();
    return { notification: this.seals.redactIfAltered(notification), repeated: true };
  }

  /**
   * Adds the notification under a lock for the user. The job that discards notifications after the user's status
   * changes takes the same lock. So either that job finds this notification, or this call sees the new status and
   * fails.
   */
  async #add(user: UserRef, asked: NewNotification, together?: Together): Promise<Notification> {
    const pushAt = await this.announcements.waitsUntil(user.enterpriseId);
    const mostBytes = await this.bytes.mostOf(user);
    return this.uow.run(async (tx) => {
      this.notifications.lockUser(tx, user.sub);
      const { active, storedBytes } = await this.notifications.countsOf(tx, user, this.clock.now());
      await this.addressees.assertReachable(user, asked.dsRequired);
      if (active >= MOST_ACTIVE) throw tooMany();
      const now = this.clock.now();
      const notification = Notification.create(user, asked, now);
      this.seals.seal(notification);
      this.bytes.add(tx, notification.tenant, { bytes: notification.bytes, storedBytes, mostBytes, now });
      await this.notifications.add(tx, notification, NotificationErrors.messageIdTaken);
      await together?.(tx, { notificationUuid: notification.notificationUuid, expiresAt: notification.expiryAt });
      this.announcements.announce(tx, notification, pushAt);
      return notification;
    });
  }
}

const tooMany = () =>
  NotificationErrors.tooManyActive(`The limit is ${MOST_ACTIVE} active notifications`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

const isTaken = (error: unknown): boolean =>
  error instanceof DomainError && error.kind === NotificationErrors.messageIdTaken;

const caller = (): Asker => ({ createdBy: nameOf(currentActor()), kind: null, request: null });

const nameOf = ({ kind, id }: Actor): string => (kind === 'client' ? id : `${kind}:${id}`);
