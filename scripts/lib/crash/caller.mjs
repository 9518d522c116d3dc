import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';

/**
 * Calls the management API as the administrator client, which the service creates at its first start in development.
 */
export class Caller {
  static async admit(folder, ports) {
    const caller = new Caller();
    caller.ports = ports;
    caller.agent = new Agent({ keepAlive: true, ca: readFileSync(join(folder, 'tls', 'ca.pem')), maxSockets: 200 });
    const { client_id: id, client_secret: secret } = JSON.parse(
      readFileSync(join(folder, 'admin-client.json'), 'utf8'),
    );
    caller.administrator = { id, secret };
    caller.token = await caller.tokenOf(caller.administrator, 'users:write');
    return caller;
  }

  async tokenOf({ id, secret }, scope) {
    const { body } = await this.call(this.ports.AUTH, '/service/authserver/oauth/token', {
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
    });
    const token = JSON.parse(body).access_token;
    if (!token) throw new Error(`No access token: ${body}`);
    return token;
  }

  /** Whether the creation was acknowledged. After a broken connection the user may or may not exist. */
  async enrol(userId) {
    const answer = await this.call(this.ports.MANAGEMENT, '/v1/users', {
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ userId, primaryGroup: 'crash', preferredStatus: 'ONBOARDING' }),
    }).catch(() => undefined);
    return answer?.status === 201;
  }

  close() {
    this.agent.destroy();
  }

  call(port, path, { method = 'POST', headers, body }) {
    return new Promise((resolve, reject) => {
      const options = { host: 'localhost', port, path, method, headers, agent: this.agent };
      const sent = request(options, (answer) => {
        let text = '';
        answer.on('data', (part) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: text }));
        answer.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
