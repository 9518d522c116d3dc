import { userInfo } from 'node:os';
import { Logger } from '@nestjs/common';
import { Clock, newId, Tenant } from '../../../shared/kernel/index.js';
import { defineCommand } from '../../../shared/observability/index.js';
import { AuditLog } from '../../../audit/contract/index.js';
import { MessageSender, OPERATORS_ENTERPRISE } from '../../../users/contract/index.js';
import { OperatorNames } from '../../contract/operator-names.port.js';
import { ownsAll } from '../../roles/grants.js';
import type { Operator } from '../operator.entity.js';
import { OperatorRepository } from '../operator.repository.js';
import { LINK_SECONDS, OperatorsService } from '../operators.service.js';

const HOURS = 4;

export const operatorBreakGlass = defineCommand({
  name: 'operator break-glass',
  summary: `Emergency: makes an owner for ${HOURS} hours, and tells all owners by mail. Prints a link that works once, within an hour.`,
  options: {},
  run: async ({ application, print }) => {
    const app = await application();
    const by = userInfo().username;
    const log = new Logger('operator break-glass');
    const owners = (await app.get(OperatorRepository).list()).filter(
      ({ grants, endsAt }) => ownsAll(grants) && endsAt === null, // emergency owners, who have no mailbox, are left out
    );
    const endsAt = new Date(app.get(Clock).now().getTime() + HOURS * 3_600_000);
    const operator = await app.get(OperatorsService).make({
      emailId: `break-glass-${newId()}@invalid.example`,
      firstName: 'Emergency',
      lastName: by.slice(0, 100),
      grants: [{ enterpriseId: '*', side: 'both', role: 'owner' }],
      endsAt,
    });
    await app.get(AuditLog).record({
      kind: 'operators.break-glass',
      tenant: Tenant.of(OPERATORS_ENTERPRISE, false),
      subject: operator.sub,
      details: { endsAt: endsAt.toISOString() },
      actor: { kind: 'operator', id: by },
    });
    print(await app.get(OperatorsService).link(operator, LINK_SECONDS));
    const sender = app.get(MessageSender);
    const cards = await app.get(OperatorNames).of(owners.map(({ sub }) => sub));
    const tell = async ({ sub, userId }: Operator) => {
      const to = { email: cards.get(sub)?.emailId ?? userId, mobile: null };
      if (await sender.canReach(to)) await sender.send({ to, ...alarm(by, endsAt) });
    };
    await Promise.all(
      owners.map((owner) =>
        tell(owner).catch((err: unknown) => log.warn({ sub: owner.sub, err }, 'An owner was not told by mail')),
      ),
    );
    return 0;
  },
});

function alarm(by: string, endsAt: Date) {
  const text = `${by} has made an owner at the command line of the machine, for an emergency. The rights end at ${endsAt.toISOString()}.`;
  const subject = 'An owner was made for an emergency';
  return { purpose: 'operators/break-glass', language: 'en', subject, text, html: `<p>${escaped(text)}</p>` };
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
