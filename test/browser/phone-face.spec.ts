import type { Page } from 'playwright-core';
import { FaceEngine } from '../../src/idv/engine/face/face-engine.service.js';
import { DescriptorFaceMatcher } from '../../src/idv/engine/face/face-matcher.adapter.js';
import type { Session } from '../../src/idv/sessions/session.entity.js';
import { FaceTemplateRepository } from '../../src/idv/faces/face-template.repository.js';
import { Database, UnitOfWork } from '../../src/shared/persistence/index.js';
import { stagesOf, type Movement } from '../../web/src/idv/challenge.js';
import { photoOf, type SampleFace } from '../support/faces/sample-faces.js';
import { endFilming, filmed } from '../support/faces/filming.js';
import { viewsFor } from '../support/faces/turning-head.js';
import { BankWithApp } from '../support/phone-app/phone-in-browser.js';

describe('The app', () => {
  const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

  let bank: BankWithApp;
  beforeAll(async () => {
    bank = await BankWithApp.open({}, undefined, CAMERA);
  });
  afterAll(async () => {
    await endFilming();
    await bank.close();
  });

  describe('A step-up by face', () => {
    it('is passed by the face that was kept at the verification, and by no other', async () => {
      const userId = await bank.customer();
      await keepFace(userId, '3c');
      const phone = await bank.phone();
      const asked = stepsAskedFor(phone.page);
      await phone.ready(userId);
      const actions = [{ label: 'Move', action: 'accept', authlevel: 4 }];
      const uuid = await bank.ask(userId, { actions, ds_required: true });
      await phone.open();

      const show = async (face: SampleFace) => {
        const steps = asked.next();
        await phone.press('Move');
        await phone.page.waitForSelector('.methods .viewfinder', { state: 'attached' });
        await inFrontOfCamera(phone.page, await film(face, await steps));
        await phone.page.click('.methods button');
      };
      await show('6a');
      await phone.reads('could not be confirmed');
      expect((await bank.stateOf(uuid)).status).toBe('ACTIVE');

      await show('3c');
      await phone.reads('Your answer has arrived');
      expect(await bank.stateOf(uuid)).toMatchObject({ status: 'UPDATED', is_ds_verified: true });
      await phone.close();
    });
  });

  /** As if they had verified themselves, and had chosen to keep their face. */
  async function keepFace(userId: string, face: SampleFace): Promise<void> {
    const { app } = bank.bank.running;
    const [user] = await app.get(Database).rows<Session>(
      `SELECT sub, enterprise_id AS "enterpriseId", test, '{"matchThreshold": 0.8}'::jsonb AS settings
       FROM users.user WHERE user_id = $1`,
      [userId],
    );
    const template = await app.get(DescriptorFaceMatcher).describe(await photoOf(face), new AbortController().signal);
    await app.get(UnitOfWork).run((tx) => app.get(FaceTemplateRepository).put(tx, user!, template!, new Date()));
  }

  /** What the person does when they are asked for these movements. */
  async function film(face: SampleFace, steps: readonly string[]): Promise<Buffer[]> {
    const photo = await photoOf(face);
    const [found] = (await bank.bank.running.app.get(FaceEngine).find(photo, 'none')).faces;
    const views = stagesOf({ steps: steps as Movement[] }).flatMap(({ movement, frames }) => {
      const moving = viewsFor([movement], found!);
      return frames.map((_, index) => moving[Math.floor((index * moving.length) / frames.length)]!);
    });
    return filmed(photo, found!, views);
  }

  /** The movements of each step-up, as the service asks for them over the socket. */
  function stepsAskedFor(page: Page) {
    const waiting: ((steps: readonly string[]) => void)[] = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const { event, response } = JSON.parse(String(payload));
        if (event !== 'onBeginStepUp') return;
        const face = response.ResponseData.methods.find(({ type }: { type: string }) => type === 'face');
        waiting.shift()?.(face.steps);
      }),
    );
    return { next: () => new Promise<readonly string[]>((resolve) => waiting.push(resolve)) };
  }

  /** Each picture that is taken from the camera is the next of these. */
  const inFrontOfCamera = (page: Page, frames: readonly Buffer[]): Promise<void> =>
    page.evaluate(
      async (encoded) => {
        const { CanvasRenderingContext2D, HTMLVideoElement, createImageBitmap } = globalThis as any;
        const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const pictures = await Promise.all(encoded.map((one) => createImageBitmap(new Blob([bytesOf(one)]))));
        const { prototype } = CanvasRenderingContext2D;
        const draw = (prototype.original ??= prototype.drawImage) as (...args: unknown[]) => void;
        prototype.drawImage = function (this: any, source: unknown, ...rest: unknown[]) {
          const picture = source instanceof HTMLVideoElement ? pictures.shift() : undefined;
          if (!picture) {
            draw.call(this, source, ...rest);
            return;
          }
          draw.call(this, picture, 0, 0, this.canvas.width, this.canvas.height);
        };
      },
      frames.map((frame) => frame.toString('base64')),
    );
});
