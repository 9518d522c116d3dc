import { generateKeyPairSync } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { SignJWT, type JWK } from 'jose';
import { Repository } from 'typeorm';
import { CONFIG, type Config } from '../../config.js';
import { InternalClients, InternalSignIns } from '../../auth/contract/index.js';
import { issuerOf } from '../../shared/auth-guard/index.js';
import { Clock, newId } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import { OPERATORS_ENTERPRISE } from '../../users/contract/index.js';
import { CONSOLE } from '../sessions/console-sessions.service.js';
import { ConsoleKey } from './console-key.entity.js';

const KEY = 'signing';
const LIFE_SECONDS = 60;

/** Registers the OAuth client `console`, and authenticates it to the authorization server with its private key. */
@Injectable()
export class ConsoleClient implements OnApplicationBootstrap {
  readonly #log = new Logger(ConsoleClient.name);
  #key: JWK | undefined;
  #isKept = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clients: InternalClients,
    private readonly signIns: InternalSignIns,
    private readonly sealer: Sealer,
    private readonly db: Database,
    @InjectRepository(ConsoleKey) private readonly keys: Repository<ConsoleKey>,
    private readonly clock: Clock,
  ) {}

  get redirectUri(): string {
    return `${this.config.consoleUrl}/signed-in`;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.surfaces.includes('console')) return;
    // The process starts even if the database cannot be reached. The error then appears when an operator signs in.
    await this.keep().catch((error: unknown) =>
      this.#log.warn({ err: error }, 'The client of the console is not made'),
    );
  }

  async keep(): Promise<void> {
    if (this.#isKept) return;
    const { d: _, ...key } = await this.#keyInUse();
    const common = { clientId: CONSOLE, clientName: 'Console', enterpriseId: OPERATORS_ENTERPRISE };
    await this.clients.keep({ ...common, redirectUri: this.redirectUri, key: { ...key } });
    this.#isKept = true;
  }

  /** Sends a pushed authorization request, and returns its `request_uri`. */
  async push(form: Readonly<Record<string, string>>): Promise<string> {
    await this.keep();
    const common = { redirect_uri: this.redirectUri, response_type: 'code', scope: 'openid' };
    const { status, body } = await this.signIns.post('par', { ...common, ...form, ...(await this.#proof()) });
    if (status !== 201) throw new Error(`The authorization server refuses the console: ${JSON.stringify(body)}`);
    return String(body['request_uri']);
  }

  /** Exchanges the authorization code for an ID token. Returns `undefined` if the code is invalid or has been used. */
  async redeem(code: string, verifier: string): Promise<string | undefined> {
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: this.redirectUri };
    const { body } = await this.signIns.post('token', { ...form, ...(await this.#proof()) });
    return typeof body['id_token'] === 'string' ? body['id_token'] : undefined;
  }

  async #proof(): Promise<Record<string, string>> {
    const [jwk, now] = [await this.#keyInUse(), Math.floor(this.clock.now().getTime() / 1_000)];
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid ?? '' })
      .setIssuer(CONSOLE)
      .setSubject(CONSOLE)
      .setAudience(issuerOf(this.config))
      .setJti(newId())
      .setIssuedAt(now)
      .setExpirationTime(now + LIFE_SECONDS)
      .sign(jwk);
    return {
      client_id: CONSOLE,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    };
  }

  /** Returns the private key that all processes share. The first process that starts creates it. */
  async #keyInUse(): Promise<JWK> {
    if (this.#key) return this.#key;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const made = { ...privateKey.export({ format: 'jwk' }), kid: newId(), use: 'sig', alg: 'ES256' } as JWK;
    await this.db.rows(KEEP, [KEY, this.sealer.seal(JSON.stringify(made), ConsoleKey.sealContext(KEY))]);
    const { sealedKey } = await this.keys.findOneByOrFail({ id: KEY });
    this.#key = this.sealer.openJson(sealedKey, ConsoleKey.sealContext(KEY)) as unknown as JWK;
    return this.#key;
  }
}

const KEEP = 'INSERT INTO operators.console_key (id, sealed_key) VALUES ($1, $2) ON CONFLICT DO NOTHING';
