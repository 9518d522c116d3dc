import { setTimeout as sleep } from 'node:timers/promises';

const BACK = 'https://portal.example/back';

/**
 * Users who verify their identity on the service's pages, and the test client that afterwards sets their status to
 * CREATED.
 */
export class Verifications {
  /** Users whose browser was redirected back as VERIFIED. */
  acknowledged = new Set();
  /** Cookies of users whose verification has begun and not ended. */
  started = new Map();

  /** Creates the test client once, in the first round. */
  async prepare(caller) {
    this.caller = caller;
    this.client ??= await this.#onboard();
    this.token = await caller.tokenOf(this.client, 'users:write idv:write');
  }

  /**
   * Runs six users at a time, so that some verifications are complete and others under way when the process is killed.
   */
  async runAll(userIds) {
    const left = [...userIds];
    const lane = async () => {
      for (let userId = left.shift(); userId !== undefined; userId = left.shift()) await this.run(userId);
    };
    await Promise.all(Array.from({ length: 6 }, lane));
  }

  /** Runs one user's verification. Errors are ignored, because the process may be killed at any moment. */
  async run(userId) {
    try {
      await this.#api('POST', '/v1/users', { userId, primaryGroup: 'crash', preferredStatus: 'ONBOARDING' });
      const payload = { simulate: 'VERIFIED' };
      const opened = await this.#api('POST', '/v1/idvWebTokens', { userId, redirectUrl: BACK, payload });
      if (opened.status !== 201) return;
      await this.#verify(userId, JSON.parse(opened.body).web_session_id);
    } catch {
      // The connection broke because the process was killed.
    }
  }

  /**
   * Waits until `count` verifications are acknowledged, or until the promise `verifying` settles, because no more will
   * follow then.
   */
  async acknowledgedSome(count, verifying) {
    let haveEnded = false;
    void verifying.finally(() => (haveEnded = true));
    while (!haveEnded && this.acknowledged.size < count) await sleep(10);
  }

  async #verify(userId, token) {
    const jar = new Map();
    const welcome = await this.#page(jar, 'GET', `/IdvWebServer/idvRegistration.htm?token=${token}`);
    const start = await this.#page(jar, 'POST', '/IdvWebServer/start', { token, csrf: csrfIn(welcome.body) });
    if (start.status !== 303) return;
    this.started.set(userId, jar);
    const page = await this.#page(jar, 'GET', '/IdvWebServer/session');
    const end = await this.#page(jar, 'POST', '/IdvWebServer/session/simulate', { csrf: csrfIn(page.body) });
    if (end.status !== 303 || end.headers.location !== BACK) return;
    this.acknowledged.add(userId);
    this.started.delete(userId);
  }

  /** Lists lost work: verified users who cannot become CREATED, and sessions that do not continue. */
  async faults() {
    const faults = [];
    for (const userId of this.acknowledged) {
      const { status } = await this.#api('PUT', `/v1/users/${userId}/status`, { status: 'CREATED' });
      if (status !== 200) faults.push(`${userId} was verified and cannot become CREATED: ${status}`);
    }
    for (const [userId, jar] of this.started) {
      const { status } = await this.#page(jar, 'GET', '/IdvWebServer/session');
      if (status !== 200 && status !== 303) faults.push(`the session of ${userId} does not go on: ${status}`);
    }
    this.acknowledged.clear();
    this.started.clear();
    return faults;
  }

  async #onboard() {
    const scopes = ['users:write', 'idv:write'];
    const client = { clientName: 'Crash', grantTypes: ['client_credentials'], scopes, test: true };
    const token = await this.caller.tokenOf(this.caller.administrator, `clients:write ${scopes.join(' ')}`);
    const { status, body } = await this.#api('POST', '/v1/clients', client, token);
    if (status !== 201) throw new Error(`No client: ${body}`);
    const { clientId, clientSecret } = JSON.parse(body);
    return { id: clientId, secret: clientSecret };
  }

  #api(method, path, body, token = this.token) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return this.caller.call(this.caller.ports.MANAGEMENT, path, { method, headers, body: JSON.stringify(body) });
  }

  async #page(jar, method, path, form) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
    const body = form && new URLSearchParams(form).toString();
    const answer = await this.caller.call(this.caller.ports.IDV, path, { method, headers, body });
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set);
      jar.set(name, value);
    }
    return answer;
  }
}

const csrfIn = (page) => /name="csrf"\s+value="([^"]+)"/.exec(page)?.[1] ?? '';
