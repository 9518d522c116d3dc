import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDevelopmentTls } from '../../../dist/src/shared/security/tls/development-tls.js';
import { trustAlso } from '../../../dist/src/lifecycle/outbound-trust.js';
import { RunningProgram } from '../running-program.mjs';

/** The service, with TLS as development has it, and its management API in the hands of the administrator. */
export class Service {
  static async start(folder, settings) {
    const service = new Service();
    service.program = await RunningProgram.start(folder, settings);
    service.tls = await ensureDevelopmentTls(join(folder, 'tls'));
    trustAlso(service.tls.caFile);
    service.url = `https://localhost:${service.program.ports.AUTH}`;
    service.token = await service.#accessToken(join(folder, 'admin-client.json'));
    return service;
  }

  async manage(method, path, body) {
    const response = await fetch(`https://localhost:${this.program.ports.MANAGEMENT}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  end() {
    return this.program.end();
  }

  async #accessToken(file) {
    const { client_id: id, client_secret: secret } = JSON.parse(readFileSync(file, 'utf8'));
    const response = await fetch(`${this.url}/service/authserver/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'clients:write users:write' }),
    });
    return (await response.json()).access_token;
  }
}
