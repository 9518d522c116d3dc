import { fileURLToPath } from 'node:url';
import { SignJWT } from 'jose';
import { SigningKeys } from '../../../src/auth/keys/signing-keys.service.js';
import { until } from '../../integration/support/until.js';
import { activeUser } from '../../support/devices.js';
import { freePorts, Program } from '../../support/program.js';
import { portalOf } from '../../support/tokens.js';
import { scene } from '../webhooks/scene.js';

const RECEIVER = fileURLToPath(new URL('../../../examples/ssf-receiver/receive.mjs', import.meta.url));
const ISSUER = 'https://auth.test/service/authserver';
const REVOKED = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked';

describe('The receiver among the examples', () => {
  it('takes what the service has signed for it, once, and nothing else', async () => {
    const { running } = scene();
    const portal = await portalOf(running, { scopes: ['ssf.manage', 'users:read', 'users:write'] });
    const PORT = String((await freePorts())['AUTH_PORT']);
    const url = `http://127.0.0.1:${PORT}/`;
    const JWKS_URL = running.url('auth', '/service/authserver/oauth/jwks');
    const env = { ISSUER, JWKS_URL, AUDIENCE: portal.clientId, AUTHORIZATION: 'Bearer ours', PORT };
    const program = Program.start(env, RECEIVER);
    try {
      const answers = () =>
        fetch(url, { method: 'POST' }).then(
          ({ status }) => status === 400,
          () => false,
        );
      await until(answers);
      const delivery = { method: 'urn:ietf:rfc:8935', endpoint_url: url, authorization_header: 'Bearer ours' };
      const { body } = await portal.post('/v1/ssf/streams', { delivery, events_requested: [REVOKED] });
      await portal.post('/v1/ssf/verify', { stream_id: body.stream_id, state: 'works' });
      await until(() => Promise.resolve(program.out.includes('verified works')));
      const { sub, userId } = await activeUser(running, 'told');
      await portal.put(`/v1/users/${userId}/status`, { status: 'BLOCKED' });
      await until(() => Promise.resolve(program.out.includes(`sign out ${sub}`)));

      const keys = running.app.get(SigningKeys);
      const key = await keys.active('RS256');
      const send = async (audience: string, typ: string) => {
        const token = await new SignJWT({ jti: 'again', sub_id: { sub: 'eve' }, events: { [REVOKED]: {} } })
          .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ })
          .setIssuer(ISSUER)
          .setAudience(audience)
          .sign(keys.openPrivateKey(key));
        const headers = { authorization: 'Bearer ours' };
        return (await fetch(url, { method: 'POST', headers, body: token })).status;
      };
      expect(await send('other', 'secevent+jwt')).toBe(400);
      expect(await send(portal.clientId, 'JWT')).toBe(400);
      expect(await send(portal.clientId, 'secevent+jwt')).toBe(202);
      expect(await send(portal.clientId, 'secevent+jwt')).toBe(202);
      expect(program.out.match(/sign out eve/g)).toHaveLength(1);
    } finally {
      await program.end();
    }
  });
});
