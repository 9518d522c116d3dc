import { databaseOptions } from '../../../ormconfig.js';
import { migrate as applyMigrations } from '../../shared/persistence/migrate.js';
import { defineCommand } from '../../shared/operations/command.js';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'Brings the database up to date.',
  run: async ({ database, print }) => {
    const applied = await applyMigrations(databaseOptions(await database()));
    for (const name of applied) print(`Applied ${name}.`);
    print(applied.length > 0 ? 'The database is up to date.' : 'The database was up to date.');
    return 0;
  },
});
