import { Controller, Get } from '@nestjs/common';
import { CurrentPrincipal, CurrentTenant } from '../../../src/shared/http/bearer/current.decorator.js';
import type { Principal } from '../../../src/shared/http/bearer/principal.js';
import { Scopes, WithoutToken } from '../../../src/shared/http/bearer/scopes.decorator.js';
import { Tenant } from '../../../src/shared/kernel/tenant.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { portalOf } from '../../support/tokens.js';

@Controller('v1/guarded')
@Scopes('users:read')
class GuardedController {
  @Get()
  who(@CurrentPrincipal() { clientId, kind }: Principal, @CurrentTenant() { enterpriseId, test }: Tenant) {
    return { clientId, kind, enterpriseId, test };
  }

  @Get('more')
  @Scopes('users:write')
  more() {
    return {};
  }

  @Get('open')
  @WithoutToken('a test needs one')
  open() {
    return {};
  }
}

let running: TestApplication;
beforeAll(async () => {
  running = await startTestApplication({ controllers: [GuardedController] });
});
afterAll(() => running.close());

describe('The bearer guard', () => {
  it('lets a client in and knows whose data it may touch', async () => {
    const portal = await portalOf(running, { scopes: ['users:read'] });
    const answer = await portal.get('/v1/guarded');
    expect(answer).toMatchObject({
      status: 200,
      body: { clientId: portal.clientId, kind: 'client', enterpriseId: 'default', test: false },
    });
  });
});
