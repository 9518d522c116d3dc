import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackedProject } from '../../support/packed.js';

const reactNative = PackedProject.of('clients/react-native');
const inDist = (file: string): string => `dist/${file}`;
const cordova = PackedProject.of('clients/cordova');
afterAll(() => {
  reactNative.remove();
  cordova.remove();
});

it('The package for React Native has what an app needs, and nothing else', () => {
  const kinds = reactNative.files.map((file) => file.replace(/^dist\/(?:esm|cjs)\/.*\.d\.ts$/, 'types'));
  expect([...new Set(kinds)].sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md'],
    ...['cjs/index.js', 'cjs/index.js.map', 'cjs/nfc.js', 'cjs/nfc.js.map', 'cjs/package.json'].map(inDist),
    ...['esm/index.js', 'esm/index.js.map', 'esm/nfc.js', 'esm/nfc.js.map'].map(inDist),
    ...['package.json', 'types'],
  ]);
  expect(reactNative.manifest.dependencies).toBeUndefined();
});

it('The plugin for Cordova has its module, of the same version as its package', () => {
  expect(cordova.files).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/countersign.js', 'package.json', 'plugin.xml'],
  ]);
  const xml = readFileSync(join(cordova.folder, 'node_modules/@countersign/cordova/plugin.xml'), 'utf8');
  expect(xml).toContain(`id="@countersign/cordova" version="${cordova.manifest.version}"`);
  expect(xml).toContain('<js-module src="dist/countersign.js"');
});
