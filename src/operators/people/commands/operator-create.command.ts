import { UsageError, defineCommand } from '../../../shared/observability/index.js';
import { DomainError } from '../../../shared/kernel/index.js';
import { sides, type Side } from '../../roles/grants.js';
import { roles, type Role } from '../../roles/role-table.js';
import { OperatorRepository } from '../operator.repository.js';
import { LINK_SECONDS, OperatorsService } from '../operators.service.js';

const EMAIL = /^[^\s@]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,}$/;
const text = (value: string, summary: string) => ({ type: 'string', value, summary }) as const;

export const operatorCreate = defineCommand({
  name: 'operator create',
  summary: 'Invites an operator of the console, or lets one in again. Prints a link that works once, within an hour.',
  options: {
    email: { type: 'string', value: 'ADDRESS', required: true, summary: 'Whose it is.' },
    role: text('ROLES', `Of ${roles.join(', ')}, separated by commas. Default: owner.`),
    enterprise: text('ID', 'Where. Default: *, all enterprises.'),
    side: text('SIDE', `Of ${sides.join(', ')}. Default: both.`),
    'first-name': text('NAME', 'As colleagues read it.'),
    'last-name': text('NAME', 'Likewise.'),
  },
  run: async ({ application, options, print }) => {
    const { email, enterprise = '*' } = options;
    if (!EMAIL.test(email)) throw new UsageError(`${email} is no e-mail address.`);
    const side = chosen<Side>(sides, options.side ?? 'both', 'side');
    const named = (options.role ?? 'owner').split(',').map((role) => chosen<Role>(roles, role.trim(), 'role'));
    const app = await application();
    const service = app.get(OperatorsService);
    const known = await app.get(OperatorRepository).findByUserId(email.toLowerCase());
    const names = { firstName: options['first-name'] ?? null, lastName: options['last-name'] ?? null };
    const grants = named.map((role) => ({ enterpriseId: enterprise, side, role }));
    try {
      const operator = known ?? (await service.make({ emailId: email, ...names, grants }));
      print(await service.link(operator, LINK_SECONDS));
    } catch (error) {
      if (error instanceof DomainError) throw new UsageError(`${error.message}.`);
      throw error;
    }
    return 0;
  },
});

function chosen<T extends string>(known: readonly T[], given: string, what: string): T {
  const found = known.find((one) => one === given);
  if (found === undefined) throw new UsageError(`There is no ${what} ${given}: one of ${known.join(', ')}.`);
  return found;
}
