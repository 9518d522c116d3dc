import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from '../root.mjs';

const FILE = fromRoot('CHANGELOG.md');
const UNRELEASED = '## [Unreleased]';
/** Sections in the order of Keep a Changelog. */
export const SECTIONS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

export const readChangelog = () => readFileSync(FILE, 'utf8');
export const writeChangelog = (text) => writeFileSync(FILE, text);

/** The text below the heading of a version, or below "Unreleased". */
export function notesOf(changelog, version = 'Unreleased') {
  const [, below] = changelog.split(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\].*\\n`, 'm'));
  return below?.split(/^## \[/m)[0].trim() ?? '';
}

/** The changelog with one more entry at the end of a section of "Unreleased". */
export function withEntry(changelog, section, text) {
  if (!SECTIONS.includes(section)) throw new Error(`"${section}" is none of ${SECTIONS.join(', ')}`);
  const notes = notesOf(changelog);
  const parts = new Map(
    notes
      .split(/^### /m)
      .filter((part) => part.trim() !== '')
      .map((part) => [part.split('\n')[0].trim(), part.split('\n').slice(1).join('\n').trim()]),
  );
  parts.set(section, [parts.get(section), `- ${text}`].filter(Boolean).join('\n'));
  const written = SECTIONS.filter((name) => parts.has(name)).map((name) => `### ${name}\n\n${parts.get(name)}\n`);
  return replaced(changelog, `${UNRELEASED}\n\n${written.join('\n')}`);
}

/** The changelog with the entries of "Unreleased" moved to a new version. */
export function released(changelog, version, day) {
  const notes = notesOf(changelog);
  if (notes === '') throw new Error('CHANGELOG.md says nothing of what is new: there is nothing to release');
  return replaced(changelog, `${UNRELEASED}\n\n## [${version}] - ${day}\n\n${notes}\n`);
}

function replaced(changelog, text) {
  const [head, below] = changelog.split(`${UNRELEASED}\n`);
  const rest = /^## \[/m.exec(below);
  return `${head}${text}${rest ? `\n${below.slice(rest.index)}` : ''}`;
}
