/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { places } from './pages.js';

const guide = readFileSync('docs/operators/console.md', 'utf8');
const parts = [...guide.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-'),
);

describe('Each place of the console', () => {
  it.each(places.map(({ name, guide: part }) => [name, part]))('%s leads to its part of the guide: %s', (_name, part) =>
    expect(parts).toContain(part),
  );
});
