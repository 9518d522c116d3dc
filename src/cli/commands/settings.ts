import { settingGroups, type Setting } from '../../config.js';
import { defineCommand } from '../../shared/operations/command.js';

export const settings = defineCommand({
  name: 'settings',
  summary: 'Shows every setting and what it is set to here; of a secret only whether it is set.',
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
