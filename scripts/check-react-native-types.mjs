import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from './lib/root.mjs';

/**
 * Compiles clients/react-native with the types of the packages that apps install, downloaded from the npm registry. The
 * packages are not dependencies of this project, because they would also install React Native. Run this script when one
 * of their versions changes.
 */

const PACKAGES = [
  '@sbaiahmed1/react-native-biometrics@0.15.1',
  'react-native-keychain@10.0.0',
  'react-native-inappbrowser-reborn@3.7.1',
  'react-native-nfc-manager@3.17.2',
];

/** Declares the types of React Native that the packages import. Our code uses none of them. */
const REACT_NATIVE = `
  declare module 'react-native' { export type EventSubscription = object; export type TurboModule = object; }
  declare module 'react-native/Libraries/TurboModule/RCTExport' { export type TurboModule = object; }
  declare module 'react-native/Libraries/Types/CodegenTypes' { export type EventEmitter<T> = (listener: (event: T) => void) => object; }`;

const folder = mkdtempSync(join(tmpdir(), 'react-native-types-'));
try {
  for (const name of PACKAGES) install(name);
  const client = join(folder, 'node_modules/@countersign/client');
  mkdirSync(join(client, '..'), { recursive: true });
  cpSync(fromRoot('clients/typescript'), client, { recursive: true });
  cpSync(fromRoot('clients/react-native/src'), join(folder, 'src'), {
    recursive: true,
    filter: (path) => !/(spec|packages\.d)\.ts$/.test(path),
  });
  writeFileSync(join(folder, 'src/react-native.d.ts'), REACT_NATIVE);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const config = {
    compilerOptions: {
      ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2023'], types: [] },
      ...{ strict: true, noEmit: true, skipLibCheck: true },
    },
    include: ['src'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = fromRoot('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
  console.log(`clients/react-native fits the types of ${PACKAGES.join(', ')}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function install(name) {
  const packing = ['pack', name, '--silent', '--pack-destination', folder];
  const file = execFileSync('npm', packing, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const place = join(folder, 'node_modules', name.slice(0, name.lastIndexOf('@')));
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, file), '-C', place, '--strip-components=1']);
}
