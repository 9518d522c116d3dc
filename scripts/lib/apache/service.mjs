import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureDevelopmentTls } from '../../../dist/src/development/tls/development-tls.js';
import { RunningProgram } from '../running-program.mjs';

/** The service with development TLS, and calls of its management API as the administrator client. */
export class Service {
  static async start(folder, settings) {
    const service = new Service();
    service.program = await RunningProgram.start(folder, settings);
    service.tls = await ensureDevelopmentTls(join(folder, 'tls'));
    service.url = `https://localhost:${service.program.ports.AUTH}`;
    service.token = await service.#accessToken(join(folder, 'admin-client.json'));
    return service;
  }

  manage(method, path, body) {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    return this.#call(
      method,
      `https://localhost:${this.program.ports.MANAGEMENT}${path}`,
      headers,
      JSON.stringify(body),
    );
  }

  /** Sets the client with which an API of the enterprise authenticates to ask about tokens and to exchange them. */
  async nameClientOfApi(resource, introspectionClientId) {
    const { apis } = await this.manage('GET', '/v1/apis');
    const { id } = apis.find((api) => api.resource === resource);
    await this.manage('PATCH', `/v1/apis/${id}`, { introspectionClientId });
  }

  end() {
    return this.program.end();
  }

  async #accessToken(file) {
    const { client_id: clientId, client_secret: clientSecret } = JSON.parse(readFileSync(file, 'utf8'));
    return this.tokenOf({ clientId, clientSecret }, 'clients:read clients:write users:write');
  }

  /** An access token by the client credentials grant. */
  async tokenOf({ clientId, clientSecret }, scope) {
    const headers = {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope });
    const url = `${this.url}/service/authserver/oauth/token`;
    return (await this.#call('POST', url, headers, body.toString())).access_token;
  }

  async #call(method, url, headers, body) {
    const { status, body: answer } = await this.ask(method, url, headers, body);
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${answer}`);
    return JSON.parse(answer);
  }

  /** Uses `request` because `fetch` cannot be given a certificate authority. */
  async ask(method, url, headers, body) {
    const call = request(url, { method, headers, ca: readFileSync(this.tls.caFile) });
    call.end(body);
    const [response] = await once(call, 'response');
    return { status: response.statusCode, body: await text(response) };
  }
}
