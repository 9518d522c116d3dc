import { Readable } from 'node:stream';
import type { DocumentChoice } from '@countersign/identity-engine';
import { type Drawing, randomSpecimen, type SpecimenData } from '@countersign/identity-engine/specimens';
import { DocumentSteps, type Side } from './document-steps.service.js';
import { Findings } from '../evidence/findings.service.js';
import { SessionSteps } from '../steps/session-steps.service.js';
import { Sessions } from '../steps/sessions.service.js';
import { WebTokens } from '../web-tokens/web-tokens.service.js';
import { Tenant } from '../../shared/kernel/index.js';
import { photoOf } from '../../../test/support/faces/sample-faces.js';
import { photographOf } from '../../../test/support/specimens.js';
import { portalOf } from '../../../test/support/tokens.js';
import { askAgain } from '../../../test/support/idv/ask-again.js';
import { running } from '../../../test/support/idv/running.js';

const PASSPORT: DocumentChoice = { type: 'passport', country: 'UTO' };
const CONDITION = { width: 1_300 };
const specimenOf = (seed: number): SpecimenData => ({
  ...randomSpecimen('TD3', seed),
  issuer: 'UTO',
  nationality: 'UTO',
});

/** Tests the engine of live users with specimens in test mode, and with a live user who shows a specimen. */
describe('Live documents', () => {
  async function atTheCamera(userId: string, idv: object | null = null, test = true, choice = PASSPORT) {
    const { app } = running();
    const scopes = ['users:read', 'users:write', 'clients:write'];
    const portal = await portalOf(running(), { scopes, test });
    const { status } = await portal.patch(`/v1/clients/${portal.clientId}`, { idv });
    expect(status).toBe(200);
    await portal.post('/v1/users', { userId, primaryGroup: 'retail', preferredStatus: 'ONBOARDING' });
    const { token } = await app.get(WebTokens).open(Tenant.of('default', test), {
      userId,
      clientId: portal.clientId,
      redirectUrl: 'https://portal.example/back',
      errorUrl: null,
      language: null,
      expiresIn: 900,
      payload: { engine: 'built-in' },
    });
    const sessions = app.get(Sessions);
    const { ownerSecret } = await sessions.start(token);
    const now = () => sessions.owned(ownerSecret);
    await app.get(SessionSteps).consent(await now(), true);
    await app.get(SessionSteps).chooseDocument(await now(), choice);
    const show = async (specimen: SpecimenData, drawing: Drawing, side: Side = 'front') => {
      const photo = await photographOf(specimen, drawing, CONDITION);
      return askAgain(async () => app.get(DocumentSteps).addPicture(await now(), side, Readable.from([photo])));
    };
    return { now, show };
  }

  it('What one client takes is shown again where another client sets a threshold', async () => {
    const specimen = specimenOf(302);
    const drawing = { portrait: await photoOf('6a') };
    const strict = await atTheCamera('livia-strict', { leastCertainty: 1 });
    const retry = { step: 'front', retry: 'document_unreadable', left: 2 };
    expect(await strict.show(specimen, drawing)).toEqual(retry);
    const reviewed = await atTheCamera('livia-reviewed', { leastCertainty: 1, review: true });
    expect(await reviewed.show(specimen, drawing)).toEqual({ step: 'confirm' });
    expect(await reviewed.now()).toMatchObject({ doubts: ['document_unreadable'] });
  });

  it('A live user who shows a specimen has shown no document', async () => {
    const { show } = await atTheCamera('livia-live', null, false);
    const drawing = { portrait: await photoOf('6a') };
    const retry = { step: 'front', retry: 'document_type_not_accepted', left: 2 };
    expect(await show(specimenOf(303), drawing)).toEqual(retry);
  });

  it('A user shows a document, and it is read', async () => {
    const { now, show } = await atTheCamera('livia');
    const specimen = specimenOf(301);
    const portrait = await photoOf('6a');
    expect(await show(specimen, {})).toEqual({ step: 'front', retry: 'portrait_missing', left: 2 });
    const altered = { portrait, visible: { number: 'X00000000' } };
    expect(await show(specimen, altered)).toEqual({ step: 'front', retry: 'document_unreadable', left: 1 });
    expect(await show(specimen, { portrait })).toEqual({ step: 'confirm' });
    const { document, scores, signals } = await running()
      .app.get(Findings)
      .of(await now());
    expect(document).toMatchObject({ ...PASSPORT, number: specimen.number, lastNames: specimen.surname });
    expect(scores).toMatchObject({ printed: 1 });
    const honest = { side: 'front', strength: expect.any(Number), raised: false };
    expect(signals).toEqual([
      { kind: 'screen_pattern', ...honest },
      { kind: 'portrait_edges', ...honest },
    ]);
  });

  it('A page that is shown again is read together with its first picture, if both have one portrait', async () => {
    const specimen = specimenOf(306);
    const [portrait, other] = [await photoOf('6a'), await photoOf('3c')];
    const [numberless, nameless] = [{ visible: { number: '' } }, { visible: { surname: '' } }];
    const retry = (left: number) => ({ step: 'front', retry: 'document_unreadable', left });
    const again = await atTheCamera('livia-again');
    expect(await again.show(specimen, { portrait, ...numberless })).toEqual(retry(2));
    expect(await again.show(specimen, { portrait: other, ...nameless })).toEqual(retry(1));
    expect(await again.show(specimen, { portrait: other, ...numberless })).toEqual({ step: 'confirm' });
    const { document, printed } = await running()
      .app.get(Findings)
      .of(await again.now());
    expect(document).toMatchObject({ number: specimen.number, lastNames: specimen.surname });
    expect(Object.values(printed ?? {})).toEqual(Array(5).fill('same'));
  });

  it('The back of a card, shown for its front, is refused before the back is asked for', async () => {
    const { show } = await atTheCamera('livia-card', null, true, { type: 'identity_card', country: 'UTO' });
    const card: SpecimenData = { ...randomSpecimen('TD1', 304), issuer: 'UTO', nationality: 'UTO' };
    const portrait = await photoOf('6a');
    const refused = { step: 'front', retry: 'portrait_missing', left: 2 };
    expect(await show(card, { side: 'back', portrait })).toEqual(refused);
    expect(await show(card, { side: 'front', portrait })).toEqual({ step: 'back' });
  });

  it('The front of a card, shown again for its back, is told so, and the back alone is taken again', async () => {
    const { show } = await atTheCamera('livia-front', null, true, { type: 'identity_card', country: 'UTO' });
    const card: SpecimenData = { ...randomSpecimen('TD1', 305), issuer: 'UTO', nationality: 'UTO' };
    const portrait = await photoOf('6a');
    expect(await show(card, { side: 'front', portrait })).toEqual({ step: 'back' });
    const again = { step: 'back', retry: 'document_unreadable', left: 2, seen: { fault: 'front_again' } };
    expect(await show(card, { side: 'front', portrait }, 'back')).toEqual(again);
    expect(await show(card, { side: 'back', portrait }, 'back')).toEqual({ step: 'confirm' });
  });
});
