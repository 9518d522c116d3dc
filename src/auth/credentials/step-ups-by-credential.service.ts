import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../config.js';
import type { JsonValue } from '../../shared/kernel/index.js';
import {
  type CredentialMethod,
  type CredentialProof,
  CredentialStepUps,
  type StepUpOutcome,
  type StepUpPlace,
  StepUpTries,
} from '../contract/index.js';
import type { Client } from '../client/client.entity.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import { AddressLimit } from './tries/login-tries.service.js';
import { assertionIn } from './passkeys/attestations.service.js';
import { PasskeyAssertions } from './passkeys/passkey-assertions.service.js';
import { PasskeyStore } from './passkeys/passkey.store.js';
import { PasswordCheck, PasswordStore } from './passwords/password.store.js';

type ShownPlace = Omit<StepUpPlace, 'clientId'>;

/** Lists and checks the credentials with which a user can confirm a step-up. */
@Injectable()
export class StepUpCredentials {
  constructor(
    private readonly passkeys: PasskeyStore,
    private readonly assertions: PasskeyAssertions,
    private readonly passwords: PasswordStore,
    private readonly check: PasswordCheck,
  ) {}

  async passkeyMethod({ sub, boundTo }: ShownPlace): Promise<CredentialMethod[]> {
    const passkeys = (await this.passkeys.of(sub)).map(({ credentialId }) => credentialId);
    if (passkeys.length === 0) return [];
    const options = await this.assertions.options({ ceremony: 'step-up', boundTo }, { passkeys });
    return [{ type: 'passkey', options: options as unknown as JsonValue }];
  }

  hasPasskey(sub: string): Promise<boolean> {
    return this.passkeys.has(sub);
  }

  async hasPassword(sub: string): Promise<boolean> {
    return (await this.passwords.hashOf(sub)) !== undefined;
  }

  isPassword(sub: string, password: string): Promise<boolean> {
    return this.check.fits(sub, password);
  }

  async isPasskey({ sub, boundTo }: ShownPlace, assertion: JsonValue, origins: readonly string[]): Promise<boolean> {
    const answer = assertionIn(JSON.stringify(assertion));
    const passkey = answer && (await this.passkeys.find(answer.id));
    if (!answer || passkey?.sub !== sub) return false;
    return this.assertions.isProven(answer, passkey, { ceremony: 'step-up', boundTo }, { origins });
  }
}

/**
 * Step-ups with login credentials. A password is accepted through first-party clients only, and a passkey on our own
 * pages and those of first-party clients only.
 */
@Injectable()
export class StepUpsByCredential extends CredentialStepUps {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clients: ClientRegistry,
    private readonly credentials: StepUpCredentials,
    private readonly tries: StepUpTries,
    private readonly addresses: AddressLimit,
  ) {
    super();
  }

  async methods(place: StepUpPlace): Promise<CredentialMethod[]> {
    const client = await this.#client(place);
    const [passkey, password] = await Promise.all([
      this.credentials.passkeyMethod(place),
      client?.firstParty === true && this.credentials.hasPassword(place.sub),
    ]);
    return [...passkey, ...(password ? [{ type: 'password' } as const] : [])];
  }

  async held(sub: string, clientId?: string): Promise<readonly CredentialMethod['type'][]> {
    const asksForPasswords = clientId === undefined || (await this.clients.find(clientId))?.record.firstParty === true;
    const [passkey, password] = await Promise.all([
      this.credentials.hasPasskey(sub),
      asksForPasswords && this.credentials.hasPassword(sub),
    ]);
    return [...(passkey ? ['passkey' as const] : []), ...(password ? ['password' as const] : [])];
  }

  async confirm(place: StepUpPlace, proof: CredentialProof): Promise<StepUpOutcome> {
    const client = await this.#client(place);
    if (!client || (proof.type === 'password' && !client.firstParty)) return 'wrong';
    const isRight = () =>
      proof.type === 'password'
        ? this.credentials.isPassword(place.sub, proof.password)
        : this.credentials.isPasskey(place, proof.assertion, [this.config.mobileUrl, ...client.allowedOrigins]);
    return this.addresses.countFailures(
      () => this.tries.settle(place.sub, isRight),
      (outcome) => outcome === 'right',
    );
  }

  async #client({ clientId }: StepUpPlace): Promise<Client | undefined> {
    return (await this.clients.find(clientId))?.record;
  }
}
