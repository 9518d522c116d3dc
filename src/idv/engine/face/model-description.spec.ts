import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FaceModel } from '@countersign/identity-engine';
import { DESCRIPTION, ownFaceModel } from '../../../../test/support/faces/own-face-model.js';
import { ConfigError, type FaceModelSettings } from '../../../config.js';
import { faceModelOf } from './model-description.js';

const folder = mkdtempSync(join(tmpdir(), 'model-description-'));
afterAll(() => rmSync(folder, { recursive: true }));

const withText = (text: string): FaceModelSettings => {
  const path = join(mkdtempSync(join(folder, 'text-')), 'model.json');
  writeFileSync(path, text);
  return { idvFaceNet: 'dlib', idvFaceModel: path, idvFaceModelSha256: undefined };
};
const nameWith = (changed: object, net?: Buffer): string => faceModelOf(ownFaceModel(folder, changed, net)).name;
const { input } = DESCRIPTION;

describe('The description of a face model', () => {
  it('is not needed for the models that come with the program', () => {
    const own = { idvFaceModel: undefined, idvFaceModelSha256: undefined };
    expect(faceModelOf({ ...own, idvFaceNet: 'dlib' })).toBe(FaceModel.dlib);
    expect(faceModelOf({ ...own, idvFaceNet: 'mobilefacenet' })).toBe(FaceModel.mobileFaceNet);
  });

  it('says what the net takes and what its distances mean', () => {
    const settings = ownFaceModel(folder, { input: { ...input, mean: [1, 2, 3] } });
    const model = faceModelOf(settings);
    expect(model.net).toMatchObject({
      file: join(settings.folder, 'net.onnx'),
      alignment: 'arcface',
      input: { size: 112, layout: 'NCHW', colors: 'RGB', mean: [1, 2, 3], scale: 0.0078125 },
    });
    expect(model.likenessAt(0.1)).toBeCloseTo(0.8);
    expect(model.likenessAt(0.12)).toBeCloseTo(0.6);
    expect(faceModelOf({ ...settings, idvFaceModelSha256: undefined }).name).toBe(model.name);
  });

  it('may be the one that the operators are shown', () => {
    const shown = /```json\n(.+?)```/s.exec(readFileSync('docs/operators/face-models.md', 'utf8'))?.[1];
    expect(faceModelOf(withText(String(shown))).name).toMatch(/^bank-faces-2\//);
  });

  it('gives another model another name, whatever it is called: but not for other thresholds', () => {
    const name = nameWith({});
    expect(name).toMatch(/^pooling\/[\da-f]{12}$/);
    expect(nameWith({ match: 0.09, retry: 0.11 })).toBe(name);
    expect(nameWith({ input: Object.fromEntries(Object.entries(input).reverse()) })).toBe(name);
    const others = [
      nameWith({ alignment: 'dlib' }),
      nameWith({ input: { ...input, colors: 'BGR' } }),
      nameWith({}, Buffer.from('another net')),
    ];
    expect(new Set([name, ...others]).size).toBe(4);
  });

  it.each<[string, () => FaceModelSettings, string]>([
    [
      'that was altered',
      () => ({ ...ownFaceModel(folder), idvFaceModelSha256: 'a'.repeat(64) }),
      'and not the one in IDV_FACE_MODEL_SHA256',
    ],
    ['that is not there', () => ({ ...withText(''), idvFaceModel: '/nowhere.json' }), 'which cannot be read (ENOENT)'],
    ['that ends early', () => withText('{ "name": "x"'), 'but it is not JSON'],
    ['that is a list', () => withText('[]'), 'but it must be an object'],
    ['without a member', () => withText('{ "name": "x" }'), 'but it has no member "file"'],
    [
      'with another member',
      () => ownFaceModel(folder, { colour: 'RGB' }),
      'but it has the member "colour", but takes name',
    ],
    [
      'with another member of its input',
      () => ownFaceModel(folder, { input: { ...input, std: 1 } }),
      'but input has the member "std", but takes size, layout, colors, mean, scale only',
    ],
    ['with a wrong name', () => ownFaceModel(folder, { name: 'a/b' }), 'but name must be a name of at most 64'],
    ['with a wrong hash', () => ownFaceModel(folder, { sha256: 'abc' }), 'but sha256 must be the SHA-256 of that file'],
    [
      'with a size in words',
      () => ownFaceModel(folder, { input: { ...input, size: '112' } }),
      'but input.size must be',
    ],
    [
      'with two means',
      () => ownFaceModel(folder, { input: { ...input, mean: [1, 2] } }),
      'but input.mean must be a number',
    ],
    ['with no scale', () => ownFaceModel(folder, { input: { ...input, scale: 0 } }), 'input.scale must be a positive'],
    ['of another layout', () => ownFaceModel(folder, { input: { ...input, layout: 'CHW' } }), 'must be NCHW or NHWC'],
    [
      'of another distance',
      () => ownFaceModel(folder, { distance: 'dot' }),
      'but distance must be euclidean or cosine',
    ],
    [
      'with thresholds the wrong way round',
      () => ownFaceModel(folder, { match: 0.2 }),
      'match must be a smaller distance',
    ],
    ['with thresholds far apart', () => ownFaceModel(folder, { retry: 0.2 }), 'too far apart'],
  ])('is refused: one %s', (_, settings, complaint) => {
    const given = settings();
    const read = () => faceModelOf(given);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`IDV_FACE_MODEL names ${String(given.idvFaceModel)}, `);
    expect(read).toThrow(complaint);
  });
});
