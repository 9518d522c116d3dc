import { defineCommand } from '../../shared/operations/command.js';
import { UserExport } from '../services/user-export.service.js';
import { givenTenant, tenantOptions } from './given-tenant.js';

export const usersExport = defineCommand({
  name: 'users export',
  summary: 'Prints everything that is held about one user, as JSON.',
  options: {
    ...tenantOptions,
    user: { type: 'string', value: 'USER_ID', required: true, summary: 'The user, by the id of the enterprise.' },
  },
  run: async ({ application, options, print }) => {
    const app = await application();
    const exported = await app.get(UserExport).of(await givenTenant(app, options), options.user);
    print(JSON.stringify(exported, null, 2));
    return 0;
  },
});
