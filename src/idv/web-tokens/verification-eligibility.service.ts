import { Injectable } from '@nestjs/common';
import { ClientSettings } from '../../auth/contract/index.js';
import { KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { UserDirectory, UserErrors, type UserCard, type UserStatus } from '../../users/contract/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { isEligible } from '../sessions/rules/session-status.js';
import { settingsFrom, type TestEngine } from '../sessions/rules/session-settings.js';
import { LiveVendor } from '../vendor/vendor.port.js';
import { Engines } from '../engines/engines.service.js';

/** Decides whether a user may be verified now, and whether our own pages or a vendor's pages do it. */
@Injectable()
export class VerificationEligibility {
  constructor(
    private readonly users: UserDirectory,
    private readonly clients: ClientSettings,
    private readonly engines: Engines,
    private readonly vendor: LiveVendor,
  ) {}

  async find(
    tenant: Tenant,
    { userId, clientId }: { readonly userId: string; readonly clientId: string },
    engine?: TestEngine,
  ) {
    const { ref, status, language } = await this.#user(tenant, userId);
    mustBeEligible(status);
    const byVendor = !tenant.test && this.vendor.takesNewSessions;
    const choice = engine ? { engine } : {};
    if (!byVendor) this.engines.of(tenant, choice);
    const client = await this.clients.verification(clientId);
    if (!client) throw KernelErrors.unauthenticated();
    const settings = { ...settingsFrom(client.idv), ...choice };
    return { sub: ref.sub, userId, language, clientId, settings, kycRequired: client.kyc !== null, byVendor };
  }

  /** Checks the user's status again, because it may have changed since `find` was called. */
  async mustStillBe(sub: string): Promise<void> {
    mustBeEligible((await this.users.statusOf(sub)) ?? 'DELETED');
  }

  /** Finds a user by the user ID that the enterprise has assigned. A login name is not accepted. */
  async #user(tenant: Tenant, userId: string): Promise<UserCard> {
    const user = await this.users.findByLogin(tenant, userId);
    if (user?.ref.userId !== userId) throw UserErrors.notFound(`There is no user ${userId}`);
    return user;
  }
}

function mustBeEligible(status: UserStatus): void {
  if (!isEligible(status)) throw IdvErrors.userNotEligible(`The user is ${status}`, { userStatus: status });
}
