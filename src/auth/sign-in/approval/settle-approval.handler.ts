import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { NotificationClosed } from '../../../notifications/contract/index.js';
import { NumberApprovals } from '../../credentials/approvals/number-approvals.service.js';
import { GrantRevocation } from '../../grants/grant-revocation.service.js';
import { AuthorizationServer } from '../../protocol/engine/authorization-server.service.js';
import { LoginSessionTermination } from '../../sessions/login-session-termination.service.js';

/**
 * Applies the answer from the phone, even if the user has closed the sign-in page. After a refusal, ends the session or
 * revokes the tokens of the grant for which the approval was requested, because somebody else may know the password.
 * This handler can safely run twice.
 */
@EventsHandler(NotificationClosed)
export class SettleApproval implements IEventHandler<NotificationClosed> {
  constructor(
    private readonly approvals: NumberApprovals,
    private readonly server: AuthorizationServer,
    private readonly ending: LoginSessionTermination,
    private readonly grants: GrantRevocation,
  ) {}

  async handle({ payload: { approvalId, ...user } }: NotificationClosed): Promise<void> {
    const settled = approvalId === undefined ? undefined : await this.approvals.settle(user, approvalId);
    if (settled?.outcome !== 'REFUSED') return;
    if (settled.grantId !== null) await this.grants.revokeTokens(settled.grantId);
    if (settled.sessionUid === null) return;
    const { Session } = await this.server.provider();
    const session = await Session.findByUid(settled.sessionUid);
    if (session?.accountId === user.sub) await this.ending.end(session);
  }
}
