import 'reflect-metadata';
// Loading this module registers the error codes of all contexts in the catalogue.
import '../../../dist/src/app.module.js';
import { errorCatalogue } from '../../../dist/src/shared/kernel/index.js';
import { inTable } from './table.mjs';

const HEAD = `# Errors

Every error of the HTTP interfaces is a problem document (RFC 9457) with one of these codes. Programs should use \`code\`, because titles
and details are for people and may change. Mobile operations return the mobile number, and the token endpoint returns the OAuth code.

_This page is generated from the contexts' declarations by \`npm run docs\`._
`;

export const errorsPage = {
  path: 'docs/errors.md',
  text: () => [HEAD, ...byContext().map(section)].join('\n'),
};

function byContext() {
  const kinds = errorCatalogue();
  const contexts = [...new Set(kinds.map(({ code }) => contextOf(code)))];
  return contexts.map((context) => [context, kinds.filter(({ code }) => contextOf(code) === context)]);
}

const contextOf = (code) => code.split('/', 1)[0];

const section = ([context, kinds]) =>
  `## ${context}\n\n${inTable(['Code', 'HTTP', 'Mobile', 'OAuth', 'Meaning', 'What to do'], kinds.map(row))}\n`;

const row = ({ code, spec }) => [
  `\`${code}\``,
  spec.status,
  spec.mobile ?? '',
  spec.oauth ? `\`${spec.oauth}\`` : '',
  spec.title,
  spec.help ?? '',
];
