import { Injectable } from '@nestjs/common';
import type { Tx } from '../../shared/persistence/tx.js';
import type { StatusAction } from '../domain/user-status.js';
import type { User } from '../entities/user.entity.js';
import { MessageSender, type Addresses } from '../message-sender.js';
import { ActivationCodes } from './activation-codes.service.js';
import { SEND_ACTIVATION_CODE } from './activation-messages.js';
import { DevicesService } from './devices/devices.service.js';

/** What a change of status means for the rest of what we hold about the user, in the transaction of the change. */
@Injectable()
export class StatusConsequences {
  constructor(
    private readonly codes: ActivationCodes,
    private readonly sender: MessageSender,
    private readonly devices: DevicesService,
  ) {}

  async follow(tx: Tx, user: User, action: StatusAction): Promise<void> {
    if (action === 'reset' || action === 'delete') {
      await this.codes.drop(tx, user.sub);
      await this.devices.removeAll(tx, user.ref);
    }
    if (action === 'complete' || action === 'reset') await this.invite(tx, user);
  }

  /** Has a code sent, unless the enterprise has set one itself that still waits. */
  async invite(tx: Tx, user: User): Promise<void> {
    if (!(await this.codes.isPredefined(tx, user.sub))) this.send(tx, user);
  }

  /** Asks for a new code to be sent. False: there is nowhere to send it to. */
  send(tx: Tx, user: User): boolean {
    if (!this.sender.canReach(addressesOf(user))) return false;
    tx.pending.jobs.push({ kind: SEND_ACTIVATION_CODE, payload: { sub: user.sub }, dedupeKey: user.sub });
    return true;
  }
}

export const addressesOf = ({ emailId, mobileNumber }: User): Addresses => ({ email: emailId, mobile: mobileNumber });
