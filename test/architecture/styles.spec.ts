import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brandSheet } from '../../src/shared/pages/brand.js';

const STYLES = fileURLToPath(new URL('../../web/styles/', import.meta.url));

const textsIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

describe('Styles', () => {
  it('use no variable that no sheet sets, which a browser would pass over in silence', () => {
    const sheets = textsIn(STYLES, /\.css$/);
    const scripts = textsIn(join(STYLES, '../src'), /\.tsx?$/);
    const set = new Set(
      [...sheets, ...scripts, brandSheet('#5c7a3f')].flatMap((text) => text.match(/--[a-z][\w-]*(?=['"]?[:,])/g) ?? []),
    );
    const used = sheets.flatMap((text) => [...text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name = '']) => name));
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !set.has(name))).toEqual([]);
  });
});
