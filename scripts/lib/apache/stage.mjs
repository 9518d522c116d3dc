import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documented } from '../documented.mjs';
import { Apache } from './apache.mjs';
import { pages } from './pages.mjs';
import { Service } from './service.mjs';
import { startChromium, Visitor } from './visitor.mjs';

const PAGE = 'integrators/sign-in-with-existing-software.md';
const CODE = 'K7PQ-2MZX';

/**
 * Everything that the scripts `prove-*.mjs` need, in one folder: the service, a browser, and an Apache for each
 * application.
 */
export class Stage {
  #apaches = [];
  #ends = [];

  static async open(settings = {}) {
    const stage = new Stage();
    stage.folder = mkdtempSync(join(tmpdir(), 'countersign-apache-'));
    stage.#ends.push(() => rmSync(stage.folder, { recursive: true, force: true }));
    chmodSync(stage.folder, 0o755); // PostgreSQL and Apache run as other users, and need access to files in this folder
    try {
      stage.service = await Service.start(join(stage.folder, 'service'), {
        BRAND_NAME: 'Meridian Bank',
        ...settings,
      });
      stage.#ends.push(() => stage.service.end());
      stage.browser = await startChromium();
      stage.#ends.push(() => stage.browser.close());
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  /** Ends everything in reverse order of its start. */
  async close() {
    while (this.#ends.length > 0) await this.#ends.pop()();
  }

  /**
   * Creates the client that our documentation describes, with `changes`, and starts an Apache for it. `choose` gets the
   * blocks of Apache configuration in the documentation, and returns the configuration to use. Without `jwks` in
   * `changes`, the client gets a secret.
   */
  async application(name, changes, choose) {
    const url = `https://127.0.0.1:${await freePort()}`;
    const [profile] = documented(PAGE, 'json', { 'https://app.example.com': url }).map((text) => JSON.parse(text));
    const client = await this.service.manage('POST', '/v1/clients', { ...profile, ...changes });
    const signIn = choose(documented(PAGE, 'apache', this.#values(url, client)));
    const apache = await Apache.start(join(this.folder, name), { url, tls: this.service.tls, signIn, pages });
    this.keep(apache);
    return { url, profile, client, apache };
  }

  /** Registers an Apache, so that `close` ends it, and `lastWords` returns its log. */
  keep(apache) {
    this.#apaches.push(apache);
    this.#ends.push(() => apache.end());
  }

  #values(url, { clientId, clientSecret = '' }) {
    return {
      'https://id.example.com': this.service.url,
      'https://app.example.com': url,
      '/etc/ssl/certs/company-ca.pem': this.service.tls.caFile,
      '/etc/apache2/sign-in-': join(this.folder, 'sign-in-'),
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      CRYPTO_PASSPHRASE: randomBytes(32).toString('hex'),
    };
  }

  visitor() {
    return Visitor.arrive(this.browser, this.service.url);
  }

  /** Creates a user and returns the activation code. */
  async enrol(userId, details) {
    await this.service.manage('POST', '/v1/users', {
      userId,
      primaryGroup: 'retail',
      predefinedCode: CODE,
      ...details,
    });
    return CODE;
  }

  lastWords() {
    return this.#apaches.map((apache) => `Apache says:\n${apache.lastWords()}`).join('\n');
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
