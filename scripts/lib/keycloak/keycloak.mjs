import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { complain } from '../complain.mjs';

export const VERSION = '26.0.8';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
const ZIP = join(
  homedir(),
  `.m2/repository/org/keycloak/keycloak-quarkus-dist/${VERSION}/keycloak-quarkus-dist-${VERSION}.zip`,
);
const ADMIN = { username: 'proof', password: 'a-password-of-the-proof' };

/** The published Keycloak on PostgreSQL. With its default file database, the export could not run beside the server. */
export class Keycloak {
  /** `database` has a JDBC `url` and a `user`. */
  static async start(folder, port, database) {
    const keycloak = new Keycloak();
    keycloak.home = unpackedIn(folder);
    keycloak.log = `${folder}/keycloak.log`;
    keycloak.at = `http://127.0.0.1:${port}`;
    keycloak.env = {
      ...process.env,
      ...{ KC_DB: 'postgres', KC_DB_URL: database.url, KC_DB_USERNAME: database.user, KC_DB_PASSWORD: 'unused' },
      ...{ KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username, KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password },
      ...{ KC_CACHE: 'local', JAVA_OPTS_APPEND: '-Xmx768m' },
    };
    const log = openSync(keycloak.log, 'a');
    const options = ['start-dev', '--http-host=127.0.0.1', `--http-port=${port}`];
    keycloak.child = spawn(`${keycloak.home}/bin/kc.sh`, options, { env: keycloak.env, stdio: ['ignore', log, log] });
    keycloak.ended = once(keycloak.child, 'exit');
    await keycloak.#ready();
    return keycloak;
  }

  async #ready() {
    while (this.child.exitCode === null) {
      const answer = await fetch(`${this.at}/realms/master`).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(500);
    }
    throw new Error(`Keycloak has ended: see ${this.log}`);
  }

  /** Requests a token with a password. Returns the status, and the token if there is one. */
  async signIn(realm, clientId, username, password) {
    const body = new URLSearchParams({ grant_type: 'password', client_id: clientId, username, password });
    const answer = await fetch(`${this.at}/realms/${realm}/protocol/openid-connect/token`, { method: 'POST', body });
    return { status: answer.status, token: (await answer.json()).access_token };
  }

  async administer(method, path, body) {
    const { token } = await this.signIn('master', 'admin-cli', ADMIN.username, ADMIN.password);
    const answer = await fetch(`${this.at}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`Keycloak refuses ${method} ${path}: ${await answer.text()}`);
    return answer;
  }

  /**
   * Exports a realm while the server runs, as `docs/recipes/from-another-identity-provider.md` describes. Returns the
   * files of users.
   */
  async export(realm, folder) {
    const split = ['--users=different_files', '--users-per-file=1000'];
    const options = ['export', `--realm=${realm}`, `--dir=${folder}`, ...split];
    const log = openSync(this.log, 'a');
    const child = spawn(`${this.home}/bin/kc.sh`, options, { env: this.env, stdio: ['ignore', log, log] });
    const [code] = await once(child, 'exit');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    if (!names.includes(`${realm}-realm.json`)) throw new Error(`The export ended with ${code}: see ${this.log}`);
    return names.filter((name) => name.startsWith(`${realm}-users-`)).map((name) => join(folder, name));
  }

  async end() {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}

function unpackedIn(folder) {
  const home = join(folder, `keycloak-${VERSION}`);
  if (existsSync(home)) return home;
  try {
    if (!existsSync(ZIP)) execFileSync('mvn', ['-q', 'dependency:get', `-Dartifact=${ARTIFACT}`, '-Dtransitive=false']);
    execFileSync('unzip', ['-q', ZIP, '-d', folder]);
    execFileSync('java', ['-version'], { stdio: 'ignore' });
  } catch (error) {
    complain(`This proof needs Java, Maven and unzip: ${error.message}`);
  }
  return home;
}
