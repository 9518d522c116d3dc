import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { instancesOf } from '../../../shared/kernel/index.js';
import { type AskedAboutPhone, Enterprises, NewPhoneApprovals } from '../../contract/ports.js';
import type { AskedPhones } from '../../contract/devices.port.js';
import { DeviceErrors } from '../../contract/users.errors.js';
import { allowancesOf } from '../../enterprises/enterprise-profile.js';
import type { User } from '../../user/user.entity.js';

/** Handles approvals of new phones, which users give on a phone that is already registered. */
@Injectable()
export class NewPhones {
  constructor(
    private readonly enterprises: Enterprises,
    private readonly discovery: DiscoveryService,
  ) {}

  async ask(user: User, phone: AskedAboutPhone): Promise<AskedPhones> {
    const asked = (await this.#mayApprove(user)) ? await this.#approvals()?.ask(user.sub, phone) : undefined;
    if (!asked) throw DeviceErrors.noPhoneToAsk();
    return asked;
  }

  /**
   * Whether the user has approved the new key. False if no approval was requested. Throws if the user has not answered
   * yet, and if the approval was refused, used or has expired.
   */
  async isApproved(sub: string, thumbprint: string): Promise<boolean> {
    const state = await this.#approvals()?.stateOf(sub, thumbprint);
    if (state === 'open') throw DeviceErrors.approvalWaits();
    if (state === 'ended') throw DeviceErrors.approvalNeeded('It was refused, or nobody has answered in time');
    return state === 'approved';
  }

  /** Uses up the approval. Throws if it has already been used. */
  async redeem(sub: string, thumbprint: string): Promise<void> {
    if (!(await this.#approvals()?.use(sub, thumbprint))) throw DeviceErrors.approvalNeeded();
  }

  /**
   * Whether a new phone may be approved on a registered one. This is so if the user may use approvals on a phone as a
   * second factor, or if the enterprise requires an approval for each new device.
   */
  async #mayApprove({ enterpriseId, primaryGroup, secondaryGroups }: User): Promise<boolean> {
    const rules = (await this.enterprises.find(enterpriseId))?.signIn;
    if (!rules) return false;
    const { factors } = allowancesOf(rules, [primaryGroup, ...secondaryGroups]);
    return rules.newDevice === 'approval' || factors.includes('approval');
  }

  #approvals(): NewPhoneApprovals | undefined {
    return instancesOf(this.discovery, NewPhoneApprovals)[0];
  }
}
