import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConfigurationFiles } from './configuration-files.service.js';

const LISTS = ['clients', 'enterprises'];

describe('Configuration files', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'configuration-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const read = (path = folder, environment = {}) => new ConfigurationFiles().read(path, LISTS, environment);
  const faultsIn = (text: string) => {
    write('a.yaml', text);
    return read().faults.map(({ line, detail }) => [line, detail]);
  };

  it('are read as YAML and JSON from a folder and the folders in it', () => {
    write('b.json', '{"clients": [{"clientId": "b"}]}');
    write('a/a.yml', 'clients:\n- clientId: a\n---\nenterprises: []\n---\nclients: [{ clientId: c }]\n');
    write('notes.txt', 'no configuration');
    expect(read().entries.map(({ list, value, line }) => [list, value, line])).toEqual([
      ['clients', { clientId: 'a' }, 2],
      ['clients', { clientId: 'c' }, 6],
      ['clients', { clientId: 'b' }, 1],
    ]);
  });

  it('are read once where Kubernetes mounts them by links into a hidden folder', () => {
    write('..2026/a.yaml', 'clients: [{ clientId: a }]');
    symlinkSync('..2026', join(folder, '..data'));
    symlinkSync('..data/a.yaml', join(folder, 'a.yaml'));
    expect(read().entries).toHaveLength(1);
  });

  it('know the line of each field, and of what surrounds one that is missing', () => {
    write('a.yaml', 'clients:\n  - clientId: a\n    kyc:\n      url: x\n    scopes:\n      - one\n      - two\n');
    const [entry] = read().entries;
    const lines = ['', '/clientId', '/kyc/url', '/kyc/auth/token', '/scopes/1', '/other'].map((at) =>
      entry?.lineOf(at),
    );
    expect(lines).toEqual([2, 2, 4, 3, 7, 2]);
  });

  it('take values from the environment and from files', () => {
    const secret = write('secret', 'from a file\n');
    write('a.yaml', `clients: [{ a: "\${NAME}/\${NAME}", b: "\${file:${secret}}", c: "$\${NAME}" }]`);
    expect(read(folder, { NAME: 'x' }).entries[0]?.value).toEqual({ a: 'x/x', b: 'from a file', c: '${NAME}' });
  });

  it.each([
    ['a variable that is not set', 'clients:\n- a: ${MISSING}', 2, 'The environment variable MISSING is not set.'],
    ['a file that is not there', 'clients:\n- a: ${file:/none}', 2, 'The file /none cannot be read.'],
    ['a reference of no form', 'clients:\n- a: ${a b}', 2, expect.stringContaining('Write ${NAME}')],
    ['a list of no such name', '\nclient: []', 2, expect.stringContaining('The lists are clients, enterprises.')],
    ['an object instead of a list', 'clients: { a: 1 }', 1, 'Must be a list.'],
    ['a list instead of an object', '- a', 1, expect.stringContaining('Must be an object')],
    ['a key that is there twice', 'clients:\n- a: 1\n  a: 2', 3, 'Map keys must be unique'],
    ['YAML that is none', 'clients: [', 1, expect.any(String)],
    ['aliases that multiply', bomb(), expect.any(Number), 'Too many aliases.'],
  ])('are refused with %s', (_what, text, line, detail) => {
    expect(faultsIn(text)).toContainEqual([line, detail]);
  });

  it('are refused where the path has none', () => {
    expect(read().faults).toMatchObject([{ file: folder, detail: expect.stringContaining('There is no file') }]);
    expect(read(join(folder, 'none')).faults).toMatchObject([{ detail: 'Cannot be read (ENOENT).' }]);
  });
});

function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, at) => `- &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`);
  return `clients:\n- &a0 x\n${levels.join('\n')}\n`;
}
