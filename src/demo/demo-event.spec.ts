import { redacted } from './demo-event.js';

describe('What a visitor is shown', () => {
  it('names secrets, and shows none', () => {
    const shown = redacted({
      access_token: 'abc.def',
      client: { clientSecret: 'hidden', clientId: 'known' },
      idvUrl: 'https://idv.example/IdvWebServer/idvRegistration.htm?token=hidden&lang=en',
      list: [{ code: 'hidden' }, 'plain'],
      reasons: [{ code: 'chip_not_genuine' }],
      proof: { state: 'UT' },
      status: 201,
    });
    expect(JSON.stringify(shown)).not.toMatch(/hidden|abc/);
    expect(shown).toEqual({
      access_token: '…',
      client: { clientSecret: '…', clientId: 'known' },
      idvUrl: 'https://idv.example/IdvWebServer/idvRegistration.htm?token=…&lang=en',
      list: [{ code: '…' }, 'plain'],
      reasons: [{ code: 'chip_not_genuine' }],
      proof: { state: 'UT' },
      status: 201,
    });
  });
});
