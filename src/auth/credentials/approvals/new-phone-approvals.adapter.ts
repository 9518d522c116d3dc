import { Injectable } from '@nestjs/common';
import { KernelErrors } from '../../../shared/kernel/index.js';
import {
  type AskedAboutPhone,
  type AskedPhones,
  NewPhoneApprovals,
  UserDirectory,
  type UserRef,
} from '../../../users/contract/index.js';
import { ClientRegistry } from '../../client/client-registry.service.js';
import { SessionOrigins } from '../../sessions/session-origins.service.js';
import { NumberApprovals } from './number-approvals.service.js';

/** Lets a user approve a new phone on an existing one, with a number that only the new phone shows. */
@Injectable()
export class NewPhoneApprovalsByNumber extends NewPhoneApprovals {
  constructor(
    private readonly approvals: NumberApprovals,
    private readonly users: UserDirectory,
    private readonly clients: ClientRegistry,
    private readonly origins: SessionOrigins,
  ) {
    super();
  }

  async ask(sub: string, phone: AskedAboutPhone): Promise<AskedPhones | undefined> {
    const { thumbprint, clientId, grantId, name, platform } = phone;
    const user = (await this.users.find(sub))?.ref;
    if (!user || !(await this.approvals.has(user))) return undefined;
    const session = grantId === undefined ? undefined : await this.origins.ofGrant(sub, grantId);
    const asked = await this.approvals.ask(user, {
      boundTo: bindingOf(thumbprint),
      sessionUid: session?.uid ?? null,
      ...(grantId !== undefined && { grantId }),
      newPhone: { name, platform },
      client: { clientId, clientName: (await this.clients.find(clientId))?.record.clientName ?? clientId },
      origin: session?.origin ?? {},
    });
    if (asked.state === 'tooMany') throw KernelErrors.tooManyRequests('Three questions in ten minutes are the most');
    return asked.state === 'asked' ? this.#shown(user, thumbprint) : undefined;
  }

  async stateOf(sub: string, thumbprint: string): Promise<'open' | 'approved' | 'ended' | undefined> {
    const user = (await this.users.find(sub))?.ref;
    const state = user && (await this.approvals.stateOf(user, bindingOf(thumbprint)))?.state;
    if (state === undefined || state === 'open') return state;
    return state === 'RIGHT' ? 'approved' : 'ended';
  }

  async use(sub: string, thumbprint: string): Promise<boolean> {
    const user = (await this.users.find(sub))?.ref;
    return user !== undefined && this.approvals.use(user, bindingOf(thumbprint));
  }

  async #shown(user: UserRef, thumbprint: string): Promise<AskedPhones | undefined> {
    const state = await this.approvals.stateOf(user, bindingOf(thumbprint));
    if (state?.state !== 'open') return undefined;
    return { number: state.number, expiresAt: state.until, devices: state.devices };
  }
}

const bindingOf = (thumbprint: string): string => `new phone ${thumbprint}`;
