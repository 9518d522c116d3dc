import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomSpecimen, zoneOf } from '@countersign/identity-engine/specimens';
import { ownFaceModel, settingsFor } from '../../support/faces/own-face-model.js';
import { captures, photoOf } from '../../support/faces/sample-faces.js';
import { photographOf } from '../../support/specimens.js';

const CONDITION = { width: 1_000 };
let folder: string;
const at = (name: string): string => join(folder, name);

/** With an environment that has no settings: the commands need none, and no database. */
const cli = (...words: string[]) => cliWith({}, ...words);

async function cliWith(settings: Readonly<Record<string, string>>, ...words: string[]) {
  const { PATH = '' } = process.env;
  const program = ['dist/program/cli.js', 'idv', ...words];
  return new Promise<{ code: number; lines: any[]; complaints: string }>((resolve) => {
    const child = execFile(process.execPath, program, { env: { PATH, ...settings } }, (_error, stdout, complaints) => {
      const lines = stdout.split('\n').filter(Boolean);
      resolve({ code: child.exitCode ?? -1, lines: lines.map((line) => JSON.parse(line)), complaints });
    });
  });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'idv-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('npm run cli -- idv', () => {
  it('read tells of each file, in a line of JSON', async () => {
    const passport = randomSpecimen('TD3', 401);
    writeFileSync(at('passport.jpg'), await photographOf(passport, {}, CONDITION));
    writeFileSync(at('damaged.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]));
    writeFileSync(at('text.jpg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const files = ['passport.jpg', 'damaged.jpg', 'text.jpg'].map(at);
    const { code, lines } = await cliWith({ IDV_READING_MS: '10000' }, 'read', ...files);
    const unreadable = { outcome: 'retake', reasons: ['document_unreadable'], document: null, confidence: 0 };
    const document = {
      type: 'passport',
      country: passport.issuer,
      number: passport.number,
      names: `${passport.surname}, ${passport.givenNames}`,
      birthDate: passport.birthDate,
      expiryDate: passport.expiryDate,
      sex: passport.sex,
      mrz: zoneOf(passport),
    };
    const number = expect.any(Number);
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [
        { file: files[0], outcome: 'accepted', reasons: [], document, confidence: number, ms: number },
        { file: files[1], ...unreadable, ms: number, fault: `${files[1]} cannot be decoded.` },
        { file: files[2], ...unreadable, ms: number, fault: `${files[2]} is no JPEG, PNG or WebP.` },
      ],
    });
  });

  it('compare tells how far two faces are from each other', async () => {
    const photo = await photoOf('6a');
    writeFileSync(at('one.jpg'), photo);
    writeFileSync(at('other.jpg'), await captures['turned']!(photo));
    const { code, lines } = await cli('compare', at('one.jpg'), at('other.jpg'));
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [{ distance: expect.any(Number), decision: 'match', ms: expect.any(Number) }],
    });
  });

  it('compare and calibrate use a face model of the operator, and refuse one that cannot be used', async () => {
    const model = ownFaceModel(folder);
    const { IDV_FACE_MODEL = '' } = settingsFor(model);
    writeFileSync(at('one.jpg'), await photoOf('6a'));
    writeFileSync(at('other.jpg'), await photoOf('3c'));
    writeFileSync(at('pairs.csv'), 'one.jpg,one.jpg,same\none.jpg,other.jpg,different');
    const compared = await cliWith({ IDV_FACE_MODEL }, 'compare', at('one.jpg'), at('one.jpg'));
    expect(compared.lines).toEqual([{ distance: 0, decision: 'match', ms: expect.any(Number) }]);
    expect(compared.complaints).toBe(`As a setting: IDV_FACE_MODEL_SHA256=${String(model.idvFaceModelSha256)}\n`);
    const calibrated = await cliWith(settingsFor(model), 'calibrate', '--pairs', at('pairs.csv'));
    expect(calibrated.lines).toEqual([{ same: 1, different: 1, noFace: 0, eer: 0, table: [], suggested: null }]);
    const other = { IDV_FACE_MODEL, IDV_FACE_MODEL_SHA256: 'a'.repeat(64) };
    const { code, lines, complaints } = await cliWith(other, 'calibrate', '--pairs', at('pairs.csv'));
    expect({ code, lines }).toEqual({ code: 78, lines: [] });
    expect(complaints).toMatch(/^IDV_FACE_MODEL names .*, and not the one in IDV_FACE_MODEL_SHA256\.\n$/);
  });

  it('calibrate measures on pictures of the operator', async () => {
    for (const face of ['1b', '6a'] as const) {
      mkdirSync(at(`people/${face}`), { recursive: true });
      const photo = await photoOf(face);
      writeFileSync(at(`people/${face}/1.jpg`), photo);
      writeFileSync(at(`people/${face}/2.jpg`), await captures['grey']!(photo));
    }
    writeFileSync(at('people/6a/3.jpg'), 'no picture');
    const { code, lines, complaints } = await cli('calibrate', at('people'));
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [{ same: 2, different: 4, noFace: 1, eer: 0, table: [], suggested: null }],
    });
    expect(complaints).toContain('5 of 5 pictures');
  });

  it('read passes over a pipe that nobody writes to, and answers for the files behind it', async () => {
    execFileSync('mkfifo', [at('pipe.jpg')]);
    writeFileSync(at('with\nline.jpg'), 'no picture');
    const { code, lines, complaints } = await cli('read', at('pipe.jpg'), at('with\nline.jpg'));
    expect({ code, lines }).toMatchObject({ code: 1, lines: [{ file: at('with\nline.jpg'), outcome: 'retake' }] });
    expect(complaints).toContain('pipe.jpg is no file');
  });

  it('takes paths from where npm was called', async () => {
    mkdirSync(at('called here'));
    for (const name of ['one.jpg', 'other.jpg']) writeFileSync(at(`called here/${name}`), 'no picture');
    writeFileSync(at('called here/pairs.csv'), 'one.jpg,other.jpg,same');
    const called = { npm_lifecycle_event: 'cli', INIT_CWD: at('called here') };
    const { code, lines } = await cliWith(called, 'read', 'one.jpg', at('called here/other.jpg'));
    expect({ code, files: lines.map(({ file }) => file) }).toEqual({
      code: 0,
      files: ['one.jpg', at('called here/other.jpg')],
    });
    for (const words of [
      ['compare', 'one.jpg', 'other.jpg'],
      ['calibrate', '--pairs', 'pairs.csv'],
    ])
      expect((await cliWith(called, ...words)).complaints).toContain('one.jpg is no JPEG, PNG or WebP');
  });

  it.each([
    ['a file that is not there', 1, ['read', 'nowhere.jpg']],
    ['a picture to compare that is none', 1, ['compare', 'package.json', 'nowhere.jpg']],
    ['nothing to calibrate with', 64, ['calibrate']],
  ])('refuses %s with %i', async (_, exitCode, words) => {
    const { code, complaints } = await cli(...words);
    expect(code).toBe(exitCode);
    expect(complaints).not.toBe('');
    expect(complaints).not.toContain('    at ');
  });
});
