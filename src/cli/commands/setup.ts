import { databaseOptions } from '../../../ormconfig.js';
import { migrate as applyMigrations } from '../../shared/persistence/index.js';
import { UsageError, defineCommand } from '../../shared/observability/index.js';
import { newRingEntry } from '../../shared/security/index.js';
import { settingGroups, type Setting } from '../../config.js';

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

const KEY_ID = /^[A-Za-z0-9_-]{1,16}$/;

export const keysCreate = defineCommand({
  name: 'keys create',
  summary: 'Makes a key for data at rest. Add it at the end of ENCRYPTION_KEYS. The service does not store it.',
  options: { id: { type: 'string', value: 'ID', summary: 'The id of the key. Default: k and the date.' } },
  run: ({ options, print }) => {
    const id = options.id ?? `k${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`;
    if (!KEY_ID.test(id)) throw new UsageError('--id takes 1 to 16 of A-Z a-z 0-9 _ -');
    print(newRingEntry(id));
    return 0;
  },
});

export const settings = defineCommand({
  name: 'settings',
  summary: 'Shows every setting and its value here. Of a secret it shows only whether it is set.',
  run: ({ print }) => {
    for (const [title, group] of Object.entries(settingGroups)) {
      print(title);
      for (const setting of Object.values<Setting<unknown>>(group)) {
        print(`  ${setting.name.padEnd(30)}${shown(setting)}`);
      }
      print();
    }
    return 0;
  },
});

function shown({ name, secret, fallback }: Setting<unknown>): string {
  const given = process.env[name];
  if (secret) return (given ?? process.env[`${name}_FILE`]) ? '(set)' : '-';
  return given ? given : fallback === undefined || fallback === '' ? '-' : `${fallback} (default)`;
}
