import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { defineCommand, UsageError } from '../../../shared/observability/index.js';
import { ConfigurationExport } from '../configuration-export.service.js';

const FORMATS = ['yaml', 'json'];

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Writes enterprises, clients and other objects as a file that `apply` takes. It contains no secrets.',
  options: {
    enterprise: { type: 'string', value: 'ID', summary: 'Only this enterprise and its objects.' },
    format: { type: 'string', value: 'FORMAT', summary: '`yaml` or `json`. Default: yaml.' },
    to: { type: 'string', value: 'FILE', summary: 'The file to write. Default: the output of the command.' },
  },
  run: async ({ application, options: { enterprise, format = 'yaml', to }, print }) => {
    if (!FORMATS.includes(format)) throw new UsageError('--format takes yaml or json.');
    const lists = await (await application()).get(ConfigurationExport).read(enterprise);
    if (enterprise !== undefined && Object.keys(lists).length === 0) {
      throw new UsageError(`There is no enterprise ${enterprise}.`);
    }
    const text = format === 'json' ? JSON.stringify(lists, null, 2) : stringify(lists, { lineWidth: 0 }).trimEnd();
    if (to === undefined) print(text);
    else writeFileSync(to, `${text}\n`);
    return 0;
  },
});
