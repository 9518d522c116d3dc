import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alterations, EvidenceSamples, textOf } from '../../support/evidence-samples.js';
import { compiled, describeLanguages, example, type Language } from '../../support/languages.js';

const JACKSON = ['databind', 'core', 'annotations'].map((name) => `/usr/share/java/jackson-${name}.jar`);
const NEWTONSOFT = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';
const CRYPTOGRAPHY = '/usr/lib/python3/dist-packages/cryptography';
const program = (name: string): string => example(`evidence/${name}`);

const LANGUAGES: readonly Language<[]>[] = [
  { name: 'Python', needs: [CRYPTOGRAPHY], run: () => ['/usr/bin/python3', '-B', program('verify.py')] },
  {
    name: 'Java',
    needs: ['javac', 'java', ...JACKSON],
    compile: (folder) => [
      ...['javac', '-Xlint:all', '-Werror', '-cp', JACKSON.join(':')],
      ...['-d', folder, program('Verify.java')],
    ],
    run: (folder) => ['java', '-cp', [...JACKSON, folder].join(':'), 'Verify'],
  },
  {
    name: 'Go',
    needs: ['go'],
    compile: (folder) => ['go', 'build', '-o', join(folder, 'verify'), program('verify.go')],
    run: (folder) => [join(folder, 'verify')],
  },
];
/** Mono compiles it, but has no ECDSA to run it with. */
const SHARP: Language<[]> = {
  name: 'C#',
  needs: ['mcs', NEWTONSOFT],
  compile: (folder) => ['mcs', `-r:${NEWTONSOFT}`, `-out:${join(folder, 'Verify.exe')}`, program('Verify.cs')],
  run: () => [],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-evidence-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeLanguages('The program that verifies evidence', LANGUAGES, (language) => {
  let samples: EvidenceSamples;
  beforeAll(async () => {
    compiled(language, folder);
    samples = await EvidenceSamples.make();
    file('keys.json', await samples.keys());
  });

  const file = (name: string, made: unknown): string => {
    writeFileSync(join(folder, name), textOf(made));
    return name;
  };
  const verified = (...names: string[]): { status: number | null; lines: string[]; complaint: string } => {
    const [command, ...args] = language.run(folder);
    const { status, stdout, stderr } = spawnSync(command!, [...args, 'keys.json', ...names], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, lines: stdout.trimEnd().split('\n'), complaint: stderr };
  };

  it('says what genuine evidence proves', async () => {
    const proof = 'valid: jane answered accept to n-1, received 2026-06-01T12:00:00.000Z';
    const names = [file('one.json', await samples.evidence()), file('two.json', await unusual(samples))];
    const lines = names.map((name) => `${name}: ${proof}`);
    expect(verified(...names)).toEqual({ status: 0, lines, complaint: '' });
  });

  it('verifies the request that a program made', async () => {
    const { status, lines } = verified(file('approval.json', await samples.approval()));
    expect({ status, lines }).toEqual({ status: 0, lines: [expect.stringMatching(/: valid: jane answered accept\./)] });
  });

  it('finds all that is wrong, in one run', async () => {
    const names = [file('genuine.json', await samples.evidence())];
    for (const [number, [, , made]] of alterations.entries()) {
      names.push(file(`altered-${number}.json`, await made(samples)));
    }
    const { status, lines, complaint } = verified(...names);
    const verdicts = lines.map((line) => /^([\w.-]+): (valid|not valid): ./.exec(line)?.slice(1, 3));
    const [genuine, ...altered] = names;
    expect({ status, complaint }).toEqual({ status: 1, complaint: '' });
    expect(verdicts).toEqual([[genuine, 'valid'], ...altered.map((name) => [name, 'not valid'])]);
  });
});

/** Whose canonical form is hard: names in the order of their UTF-16, signs that are escaped, and numbers. */
function unusual(samples: EvidenceSamples): Promise<unknown> {
  const message = '\u0000\u001f "\\/\b\f\n\r\t\u007f\u2028 <&> é 你 😀';
  const content = {
    actions: [{ label: 'Ja', action: 'accept', authlevel: 0 }],
    body: [{ lng: 'en', subject: 'S', message, label: { '\u{1f600}': 'astral', '\ufb33': 'above', a: '1', B: '2' } }],
  };
  return samples.about(content);
}

describeLanguages('The program that verifies evidence', [SHARP], (language) => {
  it('is accepted by the compiler', () => expect(() => compiled(language, folder)).not.toThrow());
});
