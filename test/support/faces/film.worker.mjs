import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';

/** Threads run JavaScript only. */
const source = readFileSync('test/support/faces/turning-head.ts', 'utf8');
const { code } = transformSync(source, {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: { type: 'es6' },
});
const folder = 'node_modules/.cache/countersign';
mkdirSync(folder, { recursive: true });
const file = join(folder, `turning-head-${process.pid}.mjs`);
writeFileSync(file, code);
const { film } = await import(pathToFileURL(file).href);

export default ({ photo, face, views }) => film(Buffer.from(photo), face, views);
