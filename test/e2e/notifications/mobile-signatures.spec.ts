import { checkEvidence } from '@countersign/evidence';
import { EvidenceKeys } from '../../../src/auth/contract/index.js';
import { Phone } from '../../support/phone.js';
import { digestOf, signed } from '../../support/signed-answer.js';
import { dataOf, mobile, statusOf, told, ways } from './mobile.js';

const TERMS = { type: 'plain_text', text: 'I accept the terms of 1 June 2026.', reason: 'Opening an account' };
const PAYMENT = {
  type: 'payment_initiation',
  instructedAmount: { amount: '25.00', currency: 'EUR' },
  creditorName: 'Bookshop',
  creditorAccount: { iban: 'DE02100100109307118603' },
};

describe('Data that an app shows', () => {
  let users = 0;
  const phone = async (authorizationDetailsTypes = ['plain_text', 'payment_initiation']) =>
    (
      await Phone.of(mobile.running, `signer${users++}`, {}, { clientName: 'Harbour', authorizationDetailsTypes })
    ).registered();
  const sign = async (of: Phone, item: any) => {
    const { notification_uuid: uuid, actions } = item;
    const response = actions[0].action;
    const signature = await signed(of, uuid, response, { content_digest: digestOf(item) });
    return told(await of.byHttp('UpdateNotification', { notificationID: uuid, response, signature }));
  };

  it.each(ways)('is signed by the user, with evidence that verifies offline (%s)', async (way) => {
    const mine = await phone();
    const item = dataOf(await mine[way]('RequestSignature', { data: TERMS }));
    expect(item).toMatchObject({
      ds_required: true,
      actions: [{ label: 'Sign', authlevel: 0 }, { label: 'Decline' }, { label: 'It wasn’t me' }],
      request: { client_name: 'Harbour', purpose: 'signature', authorization_details: [TERMS] },
    });
    expect(item.body).toContainEqual({
      ...{ lng: 'en', subject: 'Sign this text?' },
      message: '“I accept the terms of 1 June 2026.”\nReason: Opening an account\nAsked by: Harbour',
    });
    expect(await sign(mine, item)).toBe('100');
    const { evidence, ...status } = await statusOf(item.notification_uuid);
    expect(status).toMatchObject({
      ...{ kind: 'signature', action_response: 'sign', is_ds_verified: true, device_id: mine.deviceId },
      authorization_details_types: ['plain_text'],
    });
    const keys = { keys: await mobile.running.app.get(EvidenceKeys).published() };
    const request = { purpose: 'signature', authorization_details: [TERMS] };
    expect(await checkEvidence(JSON.stringify(evidence), keys)).toMatchObject({ valid: true, facts: { request } });
    const altered = structuredClone(evidence);
    altered.request.authorization_details[0].text = 'I owe you a house.';
    expect(await checkEvidence(JSON.stringify(altered), keys)).toMatchObject({ valid: false });
  });

  it('is confirmed by a step-up where the app asks for level 1, 3 or 4', async () => {
    const mine = await phone();
    for (const authlevel of [1, 3, 4]) {
      const item = dataOf(await mine.byHttp('RequestSignature', { data: PAYMENT, authlevel }));
      expect(item.actions.map((one: any) => one.authlevel)).toEqual([authlevel, 0, 0]);
      expect(item.unmet_actions).toEqual([item.actions[0].action]);
      expect(await sign(mine, item)).toBe('102 step_up');
    }
  });

  it.each<[string, object]>([
    ['a type that the client does not declare', { data: { type: 'card_limit', limit: '5' } }],
    ['a text without a type', { data: { text: 'Hello' } }],
    ['a member that the type does not have', { data: { ...TERMS, amount: '5' } }],
    ['a text of two lines', { data: { ...TERMS, text: 'Hello\nTo: Bookshop' } }],
    ['a text with hidden characters', { data: { ...TERMS, text: 'Hello \u202ereverse' } }],
    ['a text of 501 letters', { data: { ...TERMS, text: 'a'.repeat(501) } }],
    ['level 2, which there is not', { data: TERMS, authlevel: 2 }],
    ['a text in place of data', { data: 'Hello' }],
    ['ten minutes and a second', { data: TERMS, expiresIn: 601 }],
  ])('is refused with %s', async (_what, given) => {
    expect(told(await (await phone()).byHttp('RequestSignature', given))).toBe('4 invalid');
  });

  it('is refused of a client that declares no type, and of a user without a device', async () => {
    expect(told(await (await phone([])).byHttp('RequestSignature', { data: TERMS }))).toBe('4 invalid');
    const types = { authorizationDetailsTypes: ['plain_text'] };
    const bare = await Phone.of(mobile.running, `signer${users++}`, {}, types);
    expect(told(await bare.byHttp('RequestSignature', { data: TERMS }))).toBe('4 signature');
  });

  it('is asked for ten times at once, and no more', async () => {
    const mine = await phone();
    const outcomes = await Promise.all(
      Array.from({ length: 14 }, async () => told(await mine.byHttp('RequestSignature', { data: TERMS }))),
    );
    expect(outcomes.filter((outcome) => outcome === '100')).toHaveLength(10);
    expect(new Set(outcomes)).toEqual(new Set(['100', '39 too_many']));
  });
});
