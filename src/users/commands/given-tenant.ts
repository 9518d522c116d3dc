import type { INestApplicationContext } from '@nestjs/common';
import { CalledWrongly } from '../../shared/operations/command.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import { Enterprises } from '../enterprises.js';

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
  throw new CalledWrongly(`There is no enterprise ${enterprise}.`);
}
