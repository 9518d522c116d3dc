import { settingGroups } from '../../../dist/src/config.js';
import { inTable } from './table.mjs';

const HEAD = `# Settings

Countersign reads its settings from the environment once, at the start. If a setting is wrong or missing, the service does not
start, and prints a sentence that says what to do. \`npm run cli -- settings\` shows the values in effect.

A secret can also come from a file, as container platforms provide it: set \`NAME_FILE\` instead of \`NAME\`.

_This page is generated from \`src/config.ts\` by \`npm run docs\`._
`;

export const settingsPage = {
  path: 'docs/settings.md',
  text: () => [HEAD, ...Object.entries(settingGroups).map(section)].join('\n'),
};

const section = ([title, group]) =>
  `## ${title}\n\n${inTable(['Setting', 'Default', 'Takes', 'Meaning'], Object.values(group).map(row))}\n`;

const row = ({ name, fallback, takes, secret, summary }) => [
  `\`${name}\``,
  fallback ? `\`${fallback}\`` : '',
  secret ? `${takes}; secret` : takes,
  summary,
];
