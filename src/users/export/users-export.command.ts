import type { INestApplicationContext } from '@nestjs/common';
import { UsageError, defineCommand } from '../../shared/observability/index.js';
import { UserExport } from './user-export.service.js';
import { Tenant } from '../../shared/kernel/index.js';
import { Enterprises, OPERATORS_ENTERPRISE } from '../contract/ports.js';

export const tenantOptions = {
  enterprise: { type: 'string', value: 'ID', summary: 'The enterprise. Default: default.' },
  test: { type: 'boolean', summary: 'Its test data.' },
} as const;

interface Asked {
  readonly enterprise: string | undefined;
  readonly test: boolean;
}

export async function givenTenant(
  app: INestApplicationContext,
  { enterprise = 'default', test }: Asked,
): Promise<Tenant> {
  if (await app.get(Enterprises).exists(enterprise)) return Tenant.of(enterprise, test);
  throw new UsageError(`There is no enterprise ${enterprise}.`);
}

export const usersExport = defineCommand({
  name: 'users export',
  summary: 'Prints everything that is held about one user, as JSON.',
  options: {
    ...tenantOptions,
    user: { type: 'string', value: 'USER_ID', required: true, summary: 'The user, by the id of the enterprise.' },
  },
  run: async ({ application, options, print }) => {
    const app = await application();
    const isOperator = options.enterprise === OPERATORS_ENTERPRISE;
    const tenant = isOperator ? Tenant.of(OPERATORS_ENTERPRISE, false) : await givenTenant(app, options);
    for await (const piece of await app.get(UserExport).of(tenant, options.user)) print(piece);
    return 0;
  },
});
