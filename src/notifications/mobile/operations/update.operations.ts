import type { ContentAction } from '@countersign/evidence';
import { Injectable } from '@nestjs/common';
import { UserActivity } from '../../../users/contract/index.js';
import { mobileCodes, mobileTitles, refused } from '../mobile-codes.js';
import type { Performed } from '../mobile-event.js';
import type { ArgumentsOf } from '../operations.js';
import { AnswerNotification } from '../../answers/answer-notification.service.js';
import { Statements } from '../../answers/statements.service.js';
import { approvalIn } from '../../notification/approval-msg-id.js';
import type { Notification } from '../../notification/notification.entity.js';
import { APPROVAL } from '../../requests/new-notification.js';
import { type IntendedAnswer, StepUps } from '../../step-up/step-ups.service.js';
import { GrantDevices } from './grant-devices.service.js';
import { MobileOperation, type MobileCaller } from '../mobile-operation.port.js';

const updated = (notificationUuid: string, isDsVerified: boolean): Performed => ({
  status_code: mobileCodes.success,
  message: mobileTitles[mobileCodes.success],
  notification_uuid: notificationUuid,
  is_ds_verified: isDsVerified,
});

const intended = (
  { notificationUuid, msgId }: Notification,
  action: ContentAction,
  approvingDeviceId: string | undefined,
): IntendedAnswer => ({ notificationUuid, action, approvingDeviceId, ...approvalIn(msgId) });

/**
 * Answers a notification with one of its actions. The answer must be signed and confirmed by a step-up if the
 * notification requires it.
 */
@Injectable()
export class UpdateNotification extends MobileOperation<'UpdateNotification'> {
  readonly name = 'UpdateNotification';

  constructor(
    private readonly answers: AnswerNotification,
    private readonly statements: Statements,
    private readonly stepUps: StepUps,
    private readonly grants: GrantDevices,
    private readonly activity: UserActivity,
  ) {
    super();
  }

  async perform(caller: MobileCaller, values: ArgumentsOf<'UpdateNotification'>): Promise<Performed> {
    const { notificationID, response, signature, stepUp } = values;
    const { notification, action } = await this.answers.findAnswerable(caller, notificationID, response);
    const judged = await this.statements.verifyAnswer(notification, response, signature);
    if (judged && !judged.isOfContent) {
      await this.answers.refuseStatement(notification, judged.device);
      throw refused.tampered('the device has signed another content');
    }
    const { user, grantId } = caller;
    const deviceId = judged?.device.deviceId ?? (await this.grants.deviceOf(grantId, user.sub));
    const approvingDeviceId = notification.kind === APPROVAL ? deviceId : undefined;
    await this.stepUps.demand(caller, intended(notification, action, approvingDeviceId), stepUp);
    await this.answers.answer(notification, {
      response,
      stepUpDone: action.authlevel > 0,
      signer: judged?.device,
      deviceId: deviceId ?? null,
      evidence: judged ? await this.statements.evidence(notification, judged) : null,
    });
    this.activity.touch(user.sub);
    return updated(notification.notificationUuid, judged !== undefined);
  }
}

/** Closes a notification without an answer. */
@Injectable()
export class DismissNotification extends MobileOperation<'DismissNotification'> {
  readonly name = 'DismissNotification';

  constructor(private readonly answers: AnswerNotification) {
    super();
  }

  async perform(caller: MobileCaller, { notificationID }: ArgumentsOf<'DismissNotification'>): Promise<Performed> {
    await this.answers.dismiss(caller, notificationID);
    return updated(notificationID, false);
  }
}

/** Starts a step-up, and returns the methods with which the user can confirm the response. */
@Injectable()
export class BeginStepUp extends MobileOperation<'BeginStepUp'> {
  readonly name = 'BeginStepUp';

  constructor(
    private readonly answers: AnswerNotification,
    private readonly stepUps: StepUps,
    private readonly grants: GrantDevices,
  ) {
    super();
  }

  async perform(caller: MobileCaller, values: ArgumentsOf<'BeginStepUp'>): Promise<Performed> {
    const { notificationID, response } = values;
    const { notification, action } = await this.answers.findAnswerable(caller, notificationID, response);
    const { user, grantId } = caller;
    const approvingDeviceId =
      notification.kind === APPROVAL ? await this.grants.deviceOf(grantId, user.sub) : undefined;
    const begun = await this.stepUps.begin(caller, intended(notification, action, approvingDeviceId));
    const { stepUpId, expiresAt, methods, attemptsLeft } = begun;
    return { step_up_id: stepUpId, expires_at: expiresAt.toISOString(), methods, attempts_left: attemptsLeft };
  }
}
