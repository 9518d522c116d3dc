import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../../shared/observability/index.js';
import { pairsIn } from './calibration-pairs.js';

let folder: string;
const at = (...names: string[]): string => join(folder, ...names);
const list = (text: string): string => {
  writeFileSync(at('pairs.csv'), text);
  return at('pairs.csv');
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pairs-'));
  for (const person of ['ada', 'bea']) mkdirSync(at(person));
  for (const file of ['ada/1.jpg', 'ada/2.JPEG', 'ada/notes.txt', 'bea/1.png', 'beside.jpg'])
    writeFileSync(at(file), '');
  execFileSync('mkfifo', [at('pipe')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('The pairs to calibrate with', () => {
  it('are all of the pictures in folders, one for each person', () => {
    const { files, all } = pairsIn([folder], undefined);
    expect(files).toEqual([at('ada', '1.jpg'), at('ada', '2.JPEG'), at('bea', '1.png')]);
    expect([...all()].map(({ same }) => same)).toEqual([true, false, false]);
  });

  it('are read from a list, relative to it', () => {
    const { files, all } = pairsIn(
      [],
      list('\ufefffileA,fileB,verdict\r\nada/1.jpg, ada/2.JPEG ,same\n\n"ada/1.jpg",bea/1.png,different\n'),
    );
    expect(files).toEqual([at('ada', '1.jpg'), at('ada', '2.JPEG'), at('bea', '1.png')]);
    expect([...all()].map(({ other, same }) => [other, same])).toEqual([
      [at('ada', '2.JPEG'), true],
      [at('bea', '1.png'), false],
    ]);
  });

  it('pass over folders within a person, and links in a circle beside the people', () => {
    mkdirSync(at('with-links/ada/album.jpg'), { recursive: true });
    for (const file of ['1.jpg', '2.jpg']) writeFileSync(at('with-links/ada', file), '');
    symlinkSync('circle', at('with-links/circle'));
    const { files } = pairsIn([at('with-links')], undefined);
    expect(files).toEqual([at('with-links/ada/1.jpg'), at('with-links/ada/2.jpg')]);
  });

  it('are refused before any is looked at, when a picture leads nowhere', () => {
    mkdirSync(at('broken/ada'), { recursive: true });
    writeFileSync(at('broken/ada/1.jpg'), '');
    symlinkSync('nowhere', at('broken/ada/2.jpg'));
    expect(() => pairsIn([at('broken')], undefined)).toThrow(/2\.jpg is no file/);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['neither folder nor list', () => pairsIn([], undefined), /one folder, or a list/],
    ['both', () => pairsIn([folder], 'x'), /one folder, or a list/],
    ['no such folder', () => pairsIn([at('nowhere')], undefined), /nowhere/],
    ['a folder without people', () => pairsIn([at('ada')], undefined), /one for each person/],
    ['no such list', () => pairsIn([], at('nowhere')), /cannot be read/],
    ['a list that says something else', () => pairsIn([], list('a,b,same\nada/1.jpg,bea/1.png,maybe')), /row 2/],
    ['a first row with files that says something else', () => pairsIn([], list('ada/1.jpg,bea/1.png,Same')), /row 1/],
    ['a pipe instead of a list', () => pairsIn([], at('pipe')), /cannot be read/],
    ['a list that names no file', () => pairsIn([], list('ada/1.jpg,gone.jpg,same')), /gone\.jpg is no file/],
    ['an empty list', () => pairsIn([], list('')), /no pairs/],
  ])('are refused: %s', (_, reading, complaint) => {
    expect(reading).toThrow(UsageError);
    expect(reading).toThrow(complaint);
  });
});
