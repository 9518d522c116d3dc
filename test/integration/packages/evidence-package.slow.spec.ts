import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alterations, EvidenceSamples, textOf } from '../../support/evidence-samples.js';
import { PackedProject } from '../../support/packed.js';

let packed: PackedProject;
/** Of an auditor: empty but for the package, which npm has installed without a network. */
let folder: string;
let samples: EvidenceSamples;

beforeAll(async () => {
  packed = PackedProject.of('packages/evidence');
  folder = mkdtempSync(join(tmpdir(), 'countersign-auditor-'));
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarballOf(packed)], {
    cwd: folder,
    stdio: 'pipe',
  });
  samples = await EvidenceSamples.make();
  file('evidence-keys.json', await samples.keys());
  file('genuine.json', await samples.evidence());
  file('forged.json', await samples.evidence({ statementBy: 'stranger' }));
});
afterAll(() => {
  packed.remove();
  rmSync(folder, { recursive: true, force: true });
});

const tarballOf = ({ folder: within, manifest }: PackedProject): string =>
  join(within, `countersign-evidence-${manifest.version}.tgz`);

const file = (name: string, made: unknown): string => {
  writeFileSync(join(folder, name), textOf(made));
  return name;
};

const COMMAND = 'node_modules/.bin/countersign-evidence';
const started = (command: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
};
const verified = (...args: readonly string[]) => started(COMMAND, 'verify', ...args);

const WORDS = `Valid. User jane answered "accept" to notification n-1
with the key of device d-1, received at 2026-06-01T12:00:00.000Z.

Asked (de): Überweisung
  90 € an Jón

Asked (en): Transfer
  90 € to Jón

Offered:
  Approve (accept), which was chosen
  Refuse (reject)
`;
const FORGED = 'statement: it is not signed with the key in device.public_key, or it was altered';

describe('The package for auditors', () => {
  it('has what others need, and nothing else', () => {
    const kinds = packed.files.map((name) =>
      name.replace(/^dist\/(?:esm|cjs)\/.*\.d\.ts$/, 'types').replace(/^dist\/(?:esm|cjs)\/.*\.js(?:\.map)?$/, 'code'),
    );
    const others = ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin/countersign-evidence.js', 'dist/cjs/package.json'];
    expect([...new Set(kinds)].sort()).toEqual(
      [...others, 'code', 'node/package.json', 'package.json', 'types'].sort(),
    );
    expect(packed.manifest).not.toHaveProperty('dependencies');
    expect(packed.manifest).not.toHaveProperty('private');
  });

  it('is the same to the byte when it is packed again', () => {
    const again = PackedProject.of('packages/evidence');
    const sums = [packed, again].map((one) =>
      createHash('sha256')
        .update(readFileSync(tarballOf(one)))
        .digest('hex'),
    );
    again.remove();
    expect(sums[1]).toBe(sums[0]);
  });

  it('brings nothing else with it', () => {
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@countersign/evidence']);
  });

  it.each([
    ['an ES module', 'main.mjs', "import { checkEvidence, inWords } from '@countersign/evidence';"],
    ['CommonJS', 'main.cjs', "const { checkEvidence, inWords } = require('@countersign/evidence');"],
    ['an ES module that reads files', 'files.mjs', "import { checkEvidenceFile } from '@countersign/evidence/node';"],
    ['CommonJS that reads files', 'files.cjs', "const { checkEvidenceFile } = require('@countersign/evidence/node');"],
  ])('tells genuine evidence from forged as %s', (_, name, head) => {
    const check = name.startsWith('files')
      ? 'checkEvidenceFile(name, keys)'
      : "checkEvidence(readFileSync(name, 'utf8'), keys)";
    const reading = name.endsWith('.mjs')
      ? "import { readFileSync } from 'node:fs';"
      : "const { readFileSync } = require('node:fs');";
    file(
      name,
      `${head}${reading}
      const keys = JSON.parse(readFileSync('evidence-keys.json', 'utf8'));
      Promise.all(['genuine.json', 'forged.json'].map((name) => ${check})).then(([genuine, forged]) =>
        console.log(genuine.valid, genuine.facts.response, forged.valid, forged.problems.map(({ code }) => code).join()));`,
    );
    expect(started(process.execPath, name)).toEqual({
      status: 0,
      stdout: 'true accept false statementSignature\n',
      stderr: '',
    });
  });

  it('needs nothing of Node where it is for browsers too', () => {
    const code = readFileSync(join(folder, 'node_modules/@countersign/evidence/dist/esm/index.js'), 'utf8');
    const parts = [...code.matchAll(/from ["']\.\/([^"']+)["']/g)].map(([, part = '']) =>
      readFileSync(join(folder, 'node_modules/@countersign/evidence/dist/esm', part), 'utf8'),
    );
    expect([code, ...parts].join('\n')).not.toMatch(/["']node:|\bBuffer\b|\bprocess\./);
  });

  it('says what it does when it is given something else than text', () => {
    file('parsed.mjs', "import { checkEvidence } from '@countersign/evidence'; await checkEvidence({}, {});");
    expect(started(process.execPath, 'parsed.mjs').stderr).toContain('TypeError: Give the evidence as its text');
  });

  it('has types for both, under the strictest rules, and those of its README too', () => {
    const readme = readFileSync(new URL('../../../packages/evidence/README.md', import.meta.url), 'utf8');
    const [, snippet = ''] = /^```ts\n([^]*?)^```$/m.exec(readme) ?? [];
    const compilerOptions = {
      ...{ module: 'nodenext', target: 'es2023', lib: ['es2023'], strict: true, exactOptionalPropertyTypes: true },
      ...{ noUncheckedIndexedAccess: true, skipLibCheck: false, noEmit: true, types: ['node'] },
    };
    const code = `import { checkEvidence, type EvidenceFacts } from '@countersign/evidence';
      import { contentDigest, nodeCrypto } from '@countersign/evidence/node';
      export async function use(text: string): Promise<EvidenceFacts | undefined> {
        // @ts-expect-error -- evidence is given as its text
        await checkEvidence({}, {});
        const report = await checkEvidence(text, { keys: [] }, nodeCrypto);
        return report.valid && contentDigest('{}') !== '' ? report.facts : undefined;
      }`;
    packed.with('@types/node', 'undici-types').write('readme.mts', snippet).write('main.mts', code);
    packed.write('main.cts', code).write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.?ts'] }));
    expect(snippet).toContain('checkEvidence');
    expect(packed.complaints()).toBe('');
  });

  it('has types for compilers that know nothing of entries in package.json', () => {
    const old = { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0', target: 'es2023' };
    const compilerOptions = { ...old, strict: true, noEmit: true, skipLibCheck: true, types: ['node'] };
    packed.write('old.ts', "import { readKeys } from '@countersign/evidence/node';\nvoid readKeys('keys.json');\n");
    packed.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['old.ts'] }));
    expect(packed.complaints()).toBe('');
  });
});

describe('The command countersign-evidence', () => {
  it('says what genuine evidence proves, with the keys that are beside it', () => {
    expect(verified('genuine.json')).toEqual({ status: 0, stdout: WORDS, stderr: '' });
  });

  it('refuses forged evidence with exit code 1, and says why', () => {
    const stdout = `NOT valid:\n  ${FORGED}\n`;
    expect(verified('forged.json', '--keys', 'evidence-keys.json')).toEqual({ status: 1, stdout, stderr: '' });
  });

  it('verifies many files, and ends with 1 when one of them is not valid', () => {
    const stdout = `genuine.json\n${WORDS}\nforged.json\nNOT valid:\n  ${FORGED}\n`;
    expect(verified('genuine.json', 'forged.json')).toEqual({ status: 1, stdout, stderr: '' });
  });

  it('says of everything that is no evidence what is wrong with it', async () => {
    const names: string[] = [];
    for (const [index, [, , made]] of alterations.entries())
      names.push(file(`altered-${index}.json`, await made(samples)));
    const { status, stdout, stderr } = verified(...names);
    const parts = stdout.trimEnd().split('\n\n');
    expect({ status, stderr, files: parts.length }).toEqual({ status: 1, stderr: '', files: alterations.length });
    alterations.forEach(([, why], index) => {
      const [name, verdict, ...problems] = parts[index]!.split('\n');
      expect([name, verdict]).toEqual([names[index], 'NOT valid:']);
      expect(problems.some((problem) => why.test(problem.trim()))).toBe(true);
    });
  });

  it('refuses a byte that is no text, which a reader might replace by a genuine character', async () => {
    const bytes = Buffer.from(textOf(await samples.evidence()));
    bytes[bytes.indexOf('€')] = 0xff;
    writeFileSync(join(folder, 'bytes.json'), bytes);
    const stdout = 'NOT valid:\n  The file is not a JSON object\n';
    expect(verified('bytes.json')).toEqual({ status: 1, stdout, stderr: '' });
  });

  it.each([
    ['a file that is not there', ['missing.json'], 'missing.json: there is no such file\n'],
    ['a folder', ['node_modules', '--keys', 'evidence-keys.json'], 'node_modules: it is a folder\n'],
    [
      'keys that are none',
      ['genuine.json', '--keys', 'genuine.json'],
      'genuine.json: it is no list of published keys, as {auth_url}/.well-known/evidence-keys.json has it\n',
    ],
    ['keys that are no JSON', ['genuine.json', '--keys', 'main.mjs'], 'main.mjs: it is no list of published keys'],
    ['no file', [], 'Name a file with evidence.\n\ncountersign-evidence verify <file>'],
    ['an unknown option', ['genuine.json', '--key', 'k'], "Unknown option '--key'"],
  ])('ends with 2 and one plain message for %s', (_, args, message) => {
    const { status, stdout, stderr } = verified(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.startsWith(message)).toBe(true);
    expect(stderr).not.toContain('    at ');
  });

  it('shows how it is called when it is asked', () => {
    expect(started(COMMAND, '--help')).toMatchObject({ status: 0, stderr: '' });
    expect(started(COMMAND)).toMatchObject({ status: 2, stdout: '' });
    expect(started(COMMAND, 'sign', 'genuine.json').stderr).toContain('Unknown: sign.');
  });
});
