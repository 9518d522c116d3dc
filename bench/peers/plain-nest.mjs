import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { fromRoot } from '../../scripts/lib/root.mjs';

/** Compiles the peer: Node cannot run decorators, nor the type metadata that Nest needs. */
const { code } = transformSync(readFileSync(fromRoot('bench/peers/plain-nest.ts'), 'utf8'), {
  swcrc: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
});
const folder = mkdtempSync(fromRoot('node_modules/.bench-'));
try {
  writeFileSync(join(folder, 'plain-nest.mjs'), code);
  await import(pathToFileURL(join(folder, 'plain-nest.mjs')).href);
} finally {
  rmSync(folder, { recursive: true });
}
