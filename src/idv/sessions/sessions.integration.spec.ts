import { Readable } from 'node:stream';
import { DocumentSteps } from '../documents/document-steps.service.js';
import { SelfieSteps } from '../selfies/selfie-steps.service.js';
import { SessionResults } from '../web-tokens/session-results.service.js';
import { SessionSteps } from '../steps/session-steps.service.js';
import { Sessions } from '../steps/sessions.service.js';
import { WebTokens } from '../web-tokens/web-tokens.service.js';
import { Tenant } from '../../shared/kernel/index.js';
import { LinkedFilm } from '../../../test/support/idv/linked-film.js';
import { jpegOf } from '../../../test/support/pictures.js';
import { portalOf } from '../../../test/support/tokens.js';
import { running } from '../../../test/support/idv/running.js';

/** Takes one user through all steps, with the services that the pages call. */
describe('Sessions', () => {
  it('A session in test mode goes from its opening to VERIFIED', async () => {
    const { app } = running();
    const portal = await portalOf(running(), { scopes: ['users:read', 'users:write'], test: true });
    await portal.post('/v1/users', { userId: 'uma', primaryGroup: 'retail', preferredStatus: 'ONBOARDING' });
    const tenant = Tenant.of('default', true);
    const { token } = await app.get(WebTokens).open(tenant, {
      userId: 'uma',
      clientId: portal.clientId,
      redirectUrl: 'https://portal.example/back',
      errorUrl: null,
      language: null,
      expiresIn: 900,
      payload: { order: 7 },
    });
    const picture = () => Readable.from([jpeg]);
    const jpeg = await jpegOf();
    const [sessions, steps] = [app.get(Sessions), app.get(SessionSteps)];
    const [document, selfie] = [app.get(DocumentSteps), app.get(SelfieSteps)];

    expect(await sessions.byToken(token)).toMatchObject({ status: 'PENDING', step: 'welcome' });
    const { ownerSecret } = await sessions.start(token);
    const now = () => sessions.owned(ownerSecret);
    expect(await steps.consent(await now(), true)).toEqual({ step: 'document' });
    expect(await steps.chooseDocument(await now(), { type: 'identity_card', country: 'UTO' })).toEqual({
      step: 'front',
    });
    expect(await document.addPicture(await now(), 'front', picture())).toEqual({ step: 'back' });
    expect(await document.addPicture(await now(), 'back', picture())).toEqual({ step: 'confirm' });
    expect(await steps.confirmReading(await now(), 'confirm')).toEqual({ step: 'selfie' });
    const { nonce } = await selfie.beginChallenge(await now());
    const film = new LinkedFilm(selfie, now, nonce);
    await film.frame(jpeg);
    await film.frame(jpeg);
    expect(await film.finish()).toEqual({ step: 'optIn' });
    expect(await steps.optIn(await now(), { agreed: true, keepFace: false })).toEqual({ final: 'VERIFIED' });

    const { session, findings, payload } = await app.get(SessionResults).find(tenant, token);
    expect(session).toMatchObject({ status: 'VERIFIED', attempts: { document: 1, selfie: 1 }, optIn: true });
    expect(findings).toMatchObject({ document: { number: 'D23145890' }, scores: { face: 0.99 } });
    expect(payload).toEqual({ order: 7 });
    expect((await portal.put('/v1/users/uma/status', { status: 'CREATED' })).status).toBe(200);
  });
});
