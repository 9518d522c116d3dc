import { digestOf } from './canonical.js';
import type { Context } from './context.js';
import { randomText } from './encoding.js';
import { CountersignError } from './errors.js';
import { signedJws } from './jws.js';
import type { Operations } from './operations.js';
import { textIn } from './reading.js';
import type { Tokens } from './tokens.js';
import type { ActiveNotification, Device, DeviceDetails, RegisteredDevice } from './types.js';

interface Kept extends RegisteredDevice {
  readonly ref: string;
}

/** The device that this app is, for the user who is signed in: its key signs what they answer. */
export class Devices implements Device {
  constructor(
    private readonly context: Context,
    private readonly tokens: Tokens,
    private readonly operations: Operations,
  ) {}

  async current(): Promise<RegisteredDevice | null> {
    const kept = await this.#kept();
    return kept ? shown(kept) : null;
  }

  async register({ name, platform = 'web', ...more }: DeviceDetails): Promise<RegisteredDevice> {
    const { context, operations } = this;
    const { sub } = this.#session();
    const before = await this.#kept();
    const nonce = textIn((await operations.perform('BeginDevice'))['nonce']);
    const { publicJwk, ref, attestation } = await context.keys.create({ nonce });
    try {
      const claims = { sub, aud: context.mobileUrl, iat: context.clock.seconds(), nonce };
      const header = { typ: 'device-proof+jwt', jwk: publicJwk };
      const proof = await signedJws(context.keys, ref, header, claims);
      const { pushToken, typesNumbers } = more;
      const said = {
        ...(pushToken !== undefined && { pushToken }),
        ...(typesNumbers && { typesNumbers }),
        ...(attestation && { attestation }),
      };
      const given = { name, platform, publicKey: publicJwk, proof, ...said };
      const { device_id } = await operations.perform('RegisterDevice', given).catch(asLogin(context));
      const kept: Kept = { deviceId: textIn(device_id), name, ref };
      await context.records.set(recordOf(sub), kept);
      if (before) await this.#remove(before).catch((error: unknown) => this.#note('The old device stays', error));
      return shown(kept);
    } catch (error) {
      await context.keys.delete?.(ref);
      throw error;
    }
  }

  async rename(name: string): Promise<RegisteredDevice> {
    const kept = await this.#needed();
    await this.operations.perform('UpdateDevice', { deviceID: kept.deviceId, name });
    await this.context.records.set(recordOf(this.#session().sub), { ...kept, name });
    return shown({ ...kept, name });
  }

  async setPushToken(pushToken: string): Promise<void> {
    const { deviceId: deviceID } = await this.#needed();
    await this.operations.perform('UpdateDevice', { deviceID, pushToken });
  }

  async setTypesNumbers(typesNumbers: boolean): Promise<void> {
    const { deviceId: deviceID } = await this.#needed();
    await this.operations.perform('UpdateDevice', { deviceID, typesNumbers });
  }

  async remove(): Promise<void> {
    const kept = await this.#kept();
    if (!kept) return;
    await this.#remove(kept).catch((error: unknown) => {
      // Somebody else has removed it: that is what was wanted.
      if (!(error instanceof CountersignError) || error.code !== 'unknown_notification') throw error;
    });
    await this.context.records.delete(recordOf(this.#session().sub));
  }

  /** Fails when this cannot be signed: before a step-up, so that nobody types a password in vain. */
  async check(item: ActiveNotification, response: string): Promise<void> {
    const { keys } = this.context;
    const kept = await this.#signer(item);
    if (!kept) return;
    if (!keys.has) await this.sign(item, response);
    else if (!(await keys.has(kept.ref))) throw this.#unsigned(new Error('The key is gone'));
  }

  /** Undefined without a device. What is signed is what is shown. */
  async sign(item: ActiveNotification, response: string): Promise<string | undefined> {
    const { context } = this;
    const kept = await this.#signer(item);
    if (!kept) return undefined;
    const { notification_uuid, content_digest } = item;
    const iat = context.clock.seconds();
    const statement = { notification_uuid, content_digest, response, iat, nonce: randomText(context.crypto, 16) };
    return signedJws(context.keys, kept.ref, { kid: kept.deviceId }, statement).catch((cause: unknown) => {
      throw this.#unsigned(cause);
    });
  }

  async #signer(item: ActiveNotification): Promise<Kept | undefined> {
    const { crypto, failures } = this.context;
    const content_digest = await digestOf(crypto, item);
    if (content_digest !== item.content_digest) throw failures.of('tampered', { reason: 'content_digest' });
    const kept = await this.#kept();
    if (!kept && item.ds_required) throw failures.of('signature', { reason: 'no device is registered' });
    return kept;
  }

  #unsigned(cause: unknown): CountersignError {
    const { failures } = this.context;
    const isRefused = (cause as { name?: unknown } | null)?.name === 'NotAllowedError';
    if (isRefused) return failures.of('step_up', { reason: 'the user has refused the signature', cause });
    return failures.of('signature', { reason: 'the key of this device cannot be used', cause });
  }

  async #remove({ deviceId: deviceID, ref }: Kept): Promise<void> {
    await this.context.keys.delete?.(ref);
    await this.operations.perform('RemoveDevice', { deviceID });
  }

  async #kept(): Promise<Kept | undefined> {
    const sub = this.tokens.session?.sub;
    return sub === undefined ? undefined : this.context.records.get<Kept>(recordOf(sub));
  }

  async #needed(): Promise<Kept> {
    this.#session();
    const kept = await this.#kept();
    if (!kept) throw this.context.failures.of('signature', { reason: 'no device is registered' });
    return kept;
  }

  #session() {
    const { session } = this.tokens;
    if (!session) throw this.context.failures.of('signed_out');
    return session;
  }

  #note(message: string, error: unknown): void {
    this.context.failures.log({ level: 'warning', message, error });
  }
}

const recordOf = (sub: string): string => `device ${sub}`;
const shown = ({ deviceId, name }: RegisteredDevice): RegisteredDevice => ({ deviceId, name });

/** For a registration 102 means that the last login was too long ago. */
const asLogin =
  ({ failures }: Context) =>
  (error: unknown): never => {
    if (error instanceof CountersignError && error.code === 'step_up') {
      throw failures.of('login_required', error.details);
    }
    throw error;
  };
