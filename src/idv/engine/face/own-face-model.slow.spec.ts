import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FaceJob, FaceModel, type FoundFaces, threads } from '@countersign/identity-engine';
import { ConfigError, type Config, type FaceModelSettings } from '../../../config.js';
import { FaceEngine } from './face-engine.service.js';
import { DescriptorFaceMatcher } from './face-matcher.adapter.js';
import { FaceModelCheck } from './face-model.provider.js';
import { faceModelOf } from './model-description.js';
import { WorkerPool, WorkerPools } from '../../../shared/workers/index.js';
import { startTestApplication, type TestApplication } from '../../../../test/support/application.js';
import { DESCRIPTION, ownFaceModel, settingsFor } from '../../../../test/support/faces/own-face-model.js';
import { poolingNet } from '../../../../test/support/faces/pooling-net.js';
import { captures, pageWith, photoOf, type SampleFace } from '../../../../test/support/faces/sample-faces.js';

describe('Own face model', () => {
  const WORKER = threads.faces;
  const ONE_THREAD = {
    name: 'one thread',
    maxThreads: 1,
    maxQueue: 1,
    maxWaitMs: 60_000,
    mostWorkMs: 60_000,
    idleMs: 60_000,
    maxMemoryMb: 256,
  };
  const MATCH = 0.8;
  const REVIEW = 0.6;

  const patient = new AbortController().signal;
  const folder = mkdtempSync(join(tmpdir(), 'own-face-model-'));
  let running: TestApplication;
  let matcher: DescriptorFaceMatcher;
  beforeAll(async () => {
    running = await startTestApplication({
      env: { SURFACES: 'management', ...settingsFor(ownFaceModel(folder)) },
    });
    matcher = running.app.get(DescriptorFaceMatcher);
  });
  afterAll(async () => {
    await running.close();
    rmSync(folder, { recursive: true });
  });

  const described = async (picture: Buffer) => (await matcher.describe(picture, patient))!;

  describe('A face model of the operator', () => {
    it('tells faces apart by its own net', async () => {
      const photo = await photoOf('6a');
      const template = await described(photo);
      expect(template.values).toHaveLength(192);
      expect(matcher.likeness(template, await described(photo))).toBeGreaterThan(0.98);
      for (const how of ['cropped', 'turned', 'blurred', 'small']) {
        const capture = await described(await captures[how]!(photo));
        expect({ how, isMatch: matcher.likeness(template, capture)! > MATCH }).toEqual({ how, isMatch: true });
      }
      for (const face of ['1b', '3c'] as SampleFace[]) {
        expect(matcher.likeness(template, await described(await photoOf(face)))).toBeLessThan(REVIEW);
      }
    });

    it('compares a portrait with selfies', async () => {
      const [own, other] = [await photoOf('6a'), await photoOf('3c')];
      expect(await matcher.compare(own, [own, other, own], patient)).toEqual({
        outcome: 'compared',
        score: expect.closeTo(1, 1),
      });
      expect(await matcher.compare(own, [other], patient)).toEqual({
        outcome: 'compared',
        score: expect.closeTo(0, 1),
      });
    });

    it('runs beside the one of the program, for processes that have no other yet', async () => {
      const photo = await photoOf('6a');
      const pool = new WorkerPool<FaceJob, FoundFaces>({ ...ONE_THREAD, module: WORKER });
      const { net } = running.app.get(FaceModel);
      const lengths: unknown[] = [];
      for (const job of [{ net }, {}, { net }]) {
        const found = await pool.run({ picture: photo, effort: 'fast', mostFaces: 1, ...job });
        lengths.push(found.faces[0]?.descriptor?.length);
      }
      await pool.close();
      expect(lengths).toEqual([192, 128, 192]);
    });

    it('is not compared with templates of another one', async () => {
      const template = await described(await photoOf('6a'));
      const { name } = running.app.get(FaceModel);
      expect(template.model).toBe(name);
      for (const model of [FaceModel.dlib.name, 'pooling', `${name.slice(0, -1)}-`]) {
        expect(matcher.likeness(template, { ...template, model })).toBeUndefined();
      }
    });

    it("leaves faces that dlib's net described to dlib's net", async () => {
      expect(matcher.models).toEqual([running.app.get(FaceModel).name, FaceModel.dlib.name]);
      const photo = await photoOf('6a');
      const old = await matcher.describe(photo, patient, FaceModel.dlib.name);
      const now = await matcher.describe(await captures['dim']!(photo), patient, FaceModel.dlib.name);
      expect([old?.model, old?.values.length]).toEqual([FaceModel.dlib.name, 128]);
      expect(matcher.likeness(old!, now!)).toBeGreaterThan(MATCH);
      expect(await matcher.describe(photo, patient, FaceModel.mobileFaceNet.name)).toBeUndefined();
    });
  });

  describe('MobileFaceNet', () => {
    it('tells faces apart, also printed ones', async () => {
      const faces = new DescriptorFaceMatcher(new FaceEngine(running.app.get(WorkerPools), FaceModel.mobileFaceNet));
      const photo = await photoOf('6a');
      const template = await faces.describe(photo, patient);
      expect([template?.model, template?.values.length]).toEqual([FaceModel.mobileFaceNet.name, 192]);
      for (const [how, capture] of Object.entries(captures)) {
        const shown = await faces.describe(await capture(photo), patient);
        expect({ how, isMatch: faces.likeness(template!, shown!)! > MATCH }).toEqual({ how, isMatch: true });
      }
      const page = await pageWith(photo);
      const compared = await faces.compare(page, [photo], patient);
      expect(compared.outcome === 'compared' && compared.score).toBeGreaterThan(MATCH);
      for (const face of ['1b', '3c'] as SampleFace[]) {
        const shown = await faces.describe(await photoOf(face), patient);
        expect(faces.likeness(template!, shown!)).toBeLessThan(REVIEW);
      }
    });
  });

  describe('A face model that cannot be used', () => {
    const net = poolingNet();
    const check = (settings: FaceModelSettings) => {
      const engine = new FaceEngine(running.app.get(WorkerPools), faceModelOf(settings));
      return new FaceModelCheck({ ...running.config, ...settings }, engine).onApplicationBootstrap();
    };
    const altered = () => {
      const model = ownFaceModel(folder);
      writeFileSync(join(model.folder, 'net.onnx'), Buffer.concat([net, Buffer.of(0)]));
      return model;
    };

    it.each<[string, () => FaceModelSettings, RegExp]>([
      [
        'whose net was altered',
        altered,
        /the SHA-256 of \S+net.onnx is [\da-f]{64}, and not the one in the description/,
      ],
      [
        'whose net is not there',
        () => ownFaceModel(folder, { file: 'gone.onnx' }),
        /gone.onnx cannot be read \(ENOENT\)/,
      ],
      [
        'whose net ends early',
        () => ownFaceModel(folder, {}, net.subarray(0, 90)),
        /it cannot be loaded \(.*parsing failed/,
      ],
      [
        'whose net takes another size',
        () => ownFaceModel(folder, {}, poolingNet({ size: 96, tile: 12 })),
        /its input is float32\[1,3,96,96\], and the description makes float32\[1,3,112,112\]/,
      ],
      [
        'whose net takes another layout',
        () => ownFaceModel(folder, { input: { ...DESCRIPTION.input, layout: 'NHWC' } }),
        /the description makes float32\[1,112,112,3\]/,
      ],
      [
        'whose net takes more than a picture',
        () => ownFaceModel(folder, {}, poolingNet({ inputs: ['picture', 'mask'] })),
        /it has 2 inputs and 1 outputs, not one each/,
      ],
      [
        'whose net makes too much of a face',
        () => ownFaceModel(folder, {}, poolingNet({ tile: 2 })),
        /its output has 9408 values, and a descriptor has 2 to 4096/,
      ],
    ])('ends the start: one %s', async (_, model, sentence) => {
      const settings = model();
      const failure: unknown = await check(settings).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ConfigError);
      expect((failure as ConfigError).sentences).toEqual([
        expect.stringMatching(
          new RegExp(`^IDV_FACE_MODEL names .*, whose net cannot be used: .*${sentence.source}.*\\.$`),
        ),
      ]);
    });

    it.each<[string, Partial<Config>]>([
      ['a command', { surfaces: [] }],
      ['a process that has its pictures read by another one', { idvEngineProcesses: 'worker', surfaces: ['idv'] }],
    ])('is not looked at by %s', async (_, changed) => {
      const config = { ...running.config, ...altered(), ...changed };
      const engine = new FaceEngine(running.app.get(WorkerPools), faceModelOf(config));
      await expect(new FaceModelCheck(config, engine).onApplicationBootstrap()).resolves.toBeUndefined();
    });
  });
});
