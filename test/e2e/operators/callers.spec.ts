import { startTestApplication, type TestApplication } from '../../support/application.js';
import { TestOperator } from '../../support/operators.js';

describe('Callers of the console', () => {
  let running: TestApplication;
  let operator: TestOperator;
  beforeAll(async () => {
    const env = { CONSOLE_ALLOWED_CALLERS: '10.20.0.0/16, 2001:db8::/48', TRUST_PROXY: '127.0.0.1' };
    running = await startTestApplication({ env });
    operator = await TestOperator.with(running, ['owner']);
  });
  afterAll(() => running.close());

  const from = async (address: string | undefined, path: string) => {
    const headers = {
      cookie: `__Host-console=${operator.cookie}`,
      ...(address !== undefined && { 'x-forwarded-for': address }),
    };
    return (await fetch(running.url('console', path), { headers, redirect: 'manual' })).status;
  };

  it.each(['/', '/sign-in', '/api/v1/me', '/api/live', '/welcome?login=a&code=b', '/assets/console.js', '/users'])(
    '%s is closed to other networks',
    async (path) => {
      for (const address of ['10.21.0.1', '2001:db9::1', undefined, '10.20.0.1, 198.51.100.7']) {
        expect([address, await from(address, path)]).toEqual([address, 403]);
      }
    },
  );

  it('are those of the networks', async () => {
    for (const address of ['10.20.3.4', '2001:db8::7', '198.51.100.7, 10.20.3.4']) {
      expect(await from(address, '/api/v1/me')).toBe(200);
      expect(await from(address, '/')).toBe(200);
    }
  });

  it('are no matter of the other surfaces', async () => {
    expect((await fetch(running.url('management', '/openapi.json'))).status).toBe(200);
  });
});
