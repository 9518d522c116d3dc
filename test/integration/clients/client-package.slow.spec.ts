import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { VERSION } from '../../../clients/typescript/src/version.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACKAGE = join(ROOT, 'clients/typescript');
const TSC = join(ROOT, 'node_modules/typescript/lib/typescript.js');

const project = mkdtempSync(join(tmpdir(), 'client-package-'));
const installed = join(project, 'node_modules/@countersign/client');
let files: string[] = [];

/** Packed as npm would publish it, and unpacked in an empty project: that is what an installation does. */
beforeAll(async () => {
  const env = { ...process.env, npm_config_offline: 'true', npm_config_cache: join(project, 'cache') };
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', project];
  const [packed] = JSON.parse((await run('npm', args, { cwd: PACKAGE, env })).stdout);
  files = packed.files.map(({ path }: { path: string }) => path);
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', join(project, packed.filename), '-C', installed, '--strip-components=1']);
  const reactNative = join(project, 'node_modules/react-native');
  mkdirSync(reactNative, { recursive: true });
  writeFileSync(
    join(reactNative, 'index.js'),
    `exports.DeviceEventEmitter = { emit() {}, addListener() { return { remove() {} }; } };
     exports.NativeModules = {};
     exports.Platform = { OS: 'ios' };`,
  );
  writeFileSync(join(project, 'package.json'), '{ "name": "empty" }');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

async function runs(name: string, source: string): Promise<unknown> {
  writeFileSync(join(project, name), source);
  return JSON.parse((await run(process.execPath, [name], { cwd: project })).stdout);
}

const USED = `
  const client = createClient({ issuer: 'https://i', mobileUrl: 'https://m', clientId: 'c', redirectUri: 'a:/b' });
  client.beginSignIn().then((url) => console.log(JSON.stringify({
    url: url.slice(0, 35),
    session: client.session,
    code: new CountersignError('offline', 'x').code,
    de: de.errors.expired.slice(0, 12),
    levels: [RdnaClient.RDNALoggingLevel?.RDNA_NO_LOGS, RDNAAuthLevel.RDNA_AUTH_LEVEL_4, typeof native.getNotifications],
    put: require_native().NativeModules.RdnaClient === native,
  })));`;

const SEEN = {
  url: 'https://i/oauth/authorize?client_id',
  session: null,
  code: 'offline',
  de: 'Diese Anfrag',
  levels: [0, 4, 'function'],
  put: true,
};

const TYPED = `
  const client: Client = createClient({ issuer: '', mobileUrl: '', clientId: '', redirectUri: '', texts: [de] });
  export const go = async (): Promise<boolean | undefined> => {
    const off: () => void = client.on('changed', ({ changes, reset }) => { if (reset || changes.length) off(); });
    const { items } = await client.notifications.list({ count: 5, from: new Date() });
    const [item] = items;
    try {
      return item && (await client.notifications.answer(item, 'accept')).is_ds_verified;
    } catch (error) {
      // @ts-expect-error -- there is no such code
      if (error instanceof CountersignError && error.code === 'no such code') throw error;
      if (error instanceof CountersignError && error.code === 'offline') console.log(error.userMessage);
      // @ts-expect-error -- a count is a number
      await client.notifications.list({ count: '5' });
      return undefined;
    }
  };
  RdnaClient.getNotifications(0, '', 1, '', '', ({ error }) => console.log(error.longErrorCode));
  RdnaClient.setActivationCode('code', () => undefined);
  RdnaClient.extendSessionIdleTimeout(({ error }) => console.log(error.errorString));
  export const named: [RDNAAuthLevel, RDNAAuthenticatorType, RDNALDACapabilities, RDNALoggingLevel] =
    [RDNAAuthLevel.RDNA_AUTH_LEVEL_4, RDNAAuthenticatorType.RDNA_AUTH_PASS, RDNALDACapabilities.RDNA_DEVICE_LDA, 0];
  configure({ browse: async (url) => url });
  export const read = (port: PassportPort) => readPassport(port, { number: '', birth: '', expiry: '' });`;

const IMPORTS = `
  declare const console: { log(...shown: unknown[]): void };
  import { createClient, CountersignError, type Client } from '@countersign/client';
  import { de } from '@countersign/client/languages/de';
  import RdnaClient, { RDNAAuthLevel, RDNAAuthenticatorType, RDNALDACapabilities, RDNALoggingLevel } from '@countersign/client/react-native';
  import { configure } from '@countersign/client/cordova';
  import { readPassport, type PassportPort } from '@countersign/client/passport';`;

/** All programs share what they have parsed: a compiler for each would take minutes. */
const CHECK = `
  import ts from ${JSON.stringify(TSC)};
  const parsed = new Map();
  const strict = { strict: true, noEmit: true, skipDefaultLibCheck: true, target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts'], types: [],
    ignoreDeprecations: '6.0', exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const found = [
    [ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16, ['used.mts', 'used.cts']],
    [ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext, ['used.mts', 'used.cts']],
    [ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler, ['used.ts']],
    [ts.ModuleKind.CommonJS, ts.ModuleResolutionKind.Node10, ['used.ts']],
  ].flatMap(([module, moduleResolution, names]) => {
    const options = { ...strict, module, moduleResolution };
    const host = ts.createCompilerHost(options);
    const { getSourceFile } = host;
    host.getSourceFile = (name, ...more) => {
      if (!/lib\\.[\\w.]+$/.test(name)) return getSourceFile.call(host, name, ...more);
      if (!parsed.has(name)) parsed.set(name, getSourceFile.call(host, name, ...more));
      return parsed.get(name);
    };
    return ts.getPreEmitDiagnostics(ts.createProgram(names, options, host));
  });
  console.log(JSON.stringify(found.map(({ file, messageText }) => [file?.fileName, messageText])));`;

describe('The package of the client library', () => {
  it('has what its users need, and nothing else', () => {
    const top = [...new Set(files.map((file) => file.replace(/^dist\/(esm|cjs)\/.*$/, 'dist/$1')))];
    const stubs = [
      'cordova',
      ...['ar', 'de', 'en', 'es'].map((language) => `languages/${language}`),
      'passport',
      'react-native',
    ];
    const own = ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/cjs', 'dist/esm', 'package.json'];
    expect(top.sort()).toEqual([...own, ...stubs.map((stub) => `${stub}/package.json`)].sort());
    expect(files.filter((file) => /spec|\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
  });

  it('has a map with its source for every script', () => {
    const scripts = files.filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(10);
    for (const script of scripts) {
      const { sources, sourcesContent } = JSON.parse(readFileSync(join(installed, `${script}.map`), 'utf8'));
      expect(sourcesContent).toHaveLength(sources.length);
    }
  });

  it('is found below its folders by resolvers that know no exports', () => {
    for (const stub of files.filter(
      (file) => /^(?!package)[^.]*\/package\.json$/.test(file) && !file.startsWith('dist'),
    )) {
      const { main, module, types } = JSON.parse(readFileSync(join(installed, stub), 'utf8'));
      for (const file of [main, module, types]) expect(files).toContain(join(stub, '..', file));
    }
  });

  it('says which version it is, and what has changed in it', () => {
    const { version, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(version).toBe(VERSION);
    expect(dependencies).toBeUndefined();
    const [, newest] = /^## (\d\S*)/m.exec(readFileSync(join(installed, 'CHANGELOG.md'), 'utf8')) ?? [];
    expect(newest).toBe(version);
  });

  it('is under 15 KB compressed, languages and the compatible faces aside', () => {
    const loaded = new Map<string, string>();
    const load = (file: string): void => {
      if (loaded.has(file)) return;
      const text = readFileSync(join(installed, 'dist/esm', file), 'utf8');
      loaded.set(file, text);
      for (const [, other = ''] of text.matchAll(/from["'`](\.{1,2}\/[^"'`]+)["'`]/g)) {
        load(join(file, '..', other));
      }
    };
    load('index.js');
    const text = [...loaded.values()].join('');
    expect([...loaded.keys()].filter((file) => /compatible|native|cordova|languages\/(?!en)/.test(file))).toEqual([]);
    expect(gzipSync(text).length).toBeLessThan(15 * 1024);
    expect(brotliCompressSync(text).length).toBeLessThan(15 * 1024);
  });

  it('is imported by ES modules', async () => {
    const seen = await runs(
      'used.mjs',
      `import { createClient, CountersignError } from '@countersign/client';
       import { de } from '@countersign/client/languages/de';
       import native, { RDNAAuthLevel } from '@countersign/client/react-native';
       import { RdnaClient } from '@countersign/client/cordova';
       import * as reactNative from 'react-native';
       const require_native = () => reactNative; ${USED}`,
    );
    expect(seen).toEqual(SEEN);
  });

  it('is required by CommonJS', async () => {
    const seen = await runs(
      'used.cjs',
      `const { createClient, CountersignError } = require('@countersign/client');
       const { de } = require('@countersign/client/languages/de');
       const { default: native, RDNAAuthLevel } = require('@countersign/client/react-native');
       const { RdnaClient } = require('@countersign/client/cordova');
       const require_native = () => require('react-native'); ${USED}`,
    );
    expect(seen).toEqual(SEEN);
  });

  it('has types for every way of resolving, as strict as they come', async () => {
    for (const name of ['used.mts', 'used.cts', 'used.ts']) writeFileSync(join(project, name), IMPORTS + TYPED);
    expect(await runs('check.mjs', CHECK)).toEqual([]);
  });
});
