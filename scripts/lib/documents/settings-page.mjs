import { settingGroups } from '../../../dist/src/config.js';
import { inTable } from './table.mjs';

const HEAD = `# Settings

Countersign reads its settings from the environment, once, at the start. One that is wrong or missing stops the start
with a sentence that says what to do. \`npm run cli -- settings\` shows what is in effect.

A secret may also come from a file: \`NAME_FILE\` instead of \`NAME\`, as container platforms mount them.

_This page is written from \`src/config.ts\` by \`npm run docs\`._
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
