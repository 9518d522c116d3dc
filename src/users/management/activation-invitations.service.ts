import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { StatusAction } from '../user/user-status.js';
import type { User } from '../user/user.entity.js';
import { OPERATORS_ENTERPRISE } from '../contract/ports.js';
import { MessageSender } from '../contract/message-sender.port.js';
import { ActivationCodes } from '../activation/activation-codes.service.js';
import { DevicesService } from '../devices/devices.service.js';
import { addressesOf, payloadOf, SEND_ACTIVATION_CODE } from '../activation/send-activation-code.job.js';

/**
 * Applies the consequences of a status change in the same transaction. A reset or a deletion voids the user's
 * activation code and removes the user's devices. A reset, and the end of onboarding, request a new activation code.
 */
@Injectable()
export class ActivationInvitations {
  constructor(
    private readonly codes: ActivationCodes,
    private readonly sender: MessageSender,
    private readonly devices: DevicesService,
    private readonly clock: Clock,
  ) {}

  async follow(tx: Tx, user: User, action: StatusAction): Promise<void> {
    if (action === 'reset' || action === 'delete') {
      this.codes.drop(tx, user.sub);
      await this.devices.removeAll(tx, user.ref);
    }
    if (action === 'complete' || action === 'reset') await this.invite(tx, user);
  }

  /**
   * Schedules an activation code to be sent. Does nothing if a code set by the portal is still valid, or if the caller
   * is an operator and an operator has changed the contact data within the last day.
   */
  async invite(tx: Tx, user: User): Promise<void> {
    if (user.holdsCodes(this.clock.now())) return;
    if (!(await this.codes.isPredefined(tx, user.sub))) await this.send(tx, user);
  }

  /**
   * Schedules a new activation code to be sent. Returns false if no message can reach the user, or if the user is an
   * operator.
   */
  async send(tx: Tx, user: User): Promise<boolean> {
    const { enterpriseId } = user;
    if (enterpriseId === OPERATORS_ENTERPRISE) return false;
    if (!(await this.sender.canReach(addressesOf(user), enterpriseId))) return false;
    tx.pending.jobs.push({ kind: SEND_ACTIVATION_CODE, payload: payloadOf(user), dedupeKey: user.sub });
    return true;
  }
}
