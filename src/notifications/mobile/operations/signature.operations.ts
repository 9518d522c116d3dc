import { Injectable } from '@nestjs/common';
import { DEFAULT_LANGUAGE } from '../../../users/contract/index.js';
import { SignableContents } from '../../../auth/contract/index.js';
import { newId } from '../../../shared/kernel/index.js';
import { type RateLimiter, SharedLimits } from '../../../shared/security/index.js';
import { CreateNotification } from '../../requests/create-notification.service.js';
import { SIGNATURE } from '../../requests/new-notification.js';
import { refused } from '../mobile-codes.js';
import type { Performed } from '../mobile-event.js';
import type { ArgumentsOf } from '../operations.js';
import { MobileOperation, type MobileCaller } from '../mobile-operation.port.js';
import { shown } from './listing.reader.js';

const USUAL_SECONDS = 120;

/**
 * Creates a notification for data that the app itself displays and the user signs. The user answers it with
 * UpdateNotification, with the same statement, step-up and evidence as for any other notification.
 */
@Injectable()
export class RequestSignature extends MobileOperation<'RequestSignature'> {
  readonly name = 'RequestSignature';
  readonly #asked: RateLimiter;

  constructor(
    private readonly contents: SignableContents,
    private readonly creation: CreateNotification,
    limits: SharedLimits,
  ) {
    super();
    this.#asked = limits.limiter({ name: 'signature-requests', perSecond: 1 / 6, burst: 10 });
  }

  async perform(caller: MobileCaller, values: ArgumentsOf<'RequestSignature'>): Promise<Performed> {
    const { user, tenant, clientId, language = DEFAULT_LANGUAGE } = caller;
    const { data, authlevel = 0, expiresIn = USUAL_SECONDS } = values;
    if (!(await this.#asked.takeShared(user.sub)).allowed) throw refused.tooMany('too many signatures are asked for');
    const { actions, texts, request } = await this.contents.of({ clientId, data, authlevel });
    const asked = {
      ...{ userId: user.userId, msgId: `signature-${newId()}`, actions, body: texts, template: null },
      ...{ dsRequired: true, expiresInSeconds: expiresIn, pushMessage: null, callbackUrl: null },
    };
    const asker = { createdBy: clientId, kind: SIGNATURE, request } as const;
    const { notification, unmetActions } = await this.creation.create(tenant, asked, asker);
    return {
      ...shown(notification, language),
      ...{ action_performed: '', ds_required: true, content_digest: notification.contentDigest, request },
      ...(unmetActions.length > 0 && { unmet_actions: [...unmetActions] }),
    };
  }
}
