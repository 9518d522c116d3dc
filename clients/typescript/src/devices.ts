import { digestOf } from './canonical.js';
import type { Context } from './context.js';
import { randomText } from './encoding.js';
import { later } from './environment.js';
import { CountersignError } from './errors.js';
import { signedJws } from './jws.js';
import type { Operations } from './operations.js';
import { textIn } from './reading.js';
import type { Tokens } from './tokens.js';
import type { NewKey } from './ports.js';
import type { ActiveNotification, Device, DeviceApproval, DeviceDetails, RegisteredDevice } from './types.js';

interface Kept extends RegisteredDevice {
  readonly ref: string;
}

interface Candidate extends NewKey {
  readonly details: DeviceDetails;
  readonly nonce: string;
}

type Waiting = Parameters<DeviceApproval['registered']>[0];

const ASKED_AGAIN_MS = 2_000;

/** The registered device of the signed-in user. Its key signs the user's answers. */
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

  async register(details: DeviceDetails): Promise<RegisteredDevice> {
    const candidate = await this.#candidate(details);
    try {
      return await this.#registered(candidate);
    } catch (error) {
      await this.context.keys.delete?.(candidate.ref);
      throw error;
    }
  }

  async requestApproval(details: DeviceDetails): Promise<DeviceApproval> {
    const { context, operations } = this;
    const candidate = await this.#candidate(details);
    const { ref, publicJwk: publicKey } = candidate;
    try {
      const { name, platform } = candidate.details;
      const asked = await operations.perform('RequestDeviceApproval', { name, platform, publicKey });
      const devices = Array.isArray(asked['devices']) ? asked['devices'].map(String) : [];
      const expiresAt = new Date(textIn(asked['expires_at']));
      const registered = (options?: Waiting) => this.#whenApproved(candidate, options);
      return { number: textIn(asked['number']), devices, expiresAt, registered };
    } catch (error) {
      await context.keys.delete?.(ref);
      throw error;
    }
  }

  /** Repeats the registration until another phone has approved the device, or the service ends the wait. */
  async #whenApproved(candidate: Candidate, options: Waiting = {}): Promise<RegisteredDevice> {
    const { failures, keys } = this.context;
    try {
      for (;;) {
        if (options.signal?.aborted) throw failures.of('approval_needed', { reason: 'given up' });
        const found = await this.#registered(candidate).catch((error: unknown) => {
          if (error instanceof CountersignError && error.reason === 'waiting') return undefined;
          throw error;
        });
        if (found) return found;
        await new Promise<void>((resolve) => void later(ASKED_AGAIN_MS, resolve));
      }
    } catch (error) {
      if (!mayPass(error)) await keys.delete?.(candidate.ref);
      throw error;
    }
  }

  /** Creates a key for this device, and the nonce that the key must sign. */
  async #candidate({ name, platform = 'web', ...more }: DeviceDetails): Promise<Candidate> {
    this.#session();
    const nonce = textIn((await this.operations.perform('BeginDevice'))['nonce']);
    return { details: { name, platform, ...more }, nonce, ...(await this.context.keys.create({ nonce })) };
  }

  async #registered({ details, nonce, publicJwk, ref, attestation }: Candidate): Promise<RegisteredDevice> {
    const { context, operations } = this;
    const { sub } = this.#session();
    const before = await this.#kept();
    const { name, platform, pushToken, typesNumbers } = details;
    const claims = { sub, aud: context.mobileUrl, iat: context.clock.seconds(), nonce };
    const proof = await signedJws(context.keys, ref, { typ: 'device-proof+jwt', jwk: publicJwk }, claims);
    const said = {
      ...(pushToken !== undefined && { pushToken }),
      ...(typesNumbers && { typesNumbers }),
      ...(attestation && { attestation }),
    };
    const given = { name, platform, publicKey: publicJwk, proof, ...said };
    const { device_id } = await operations.perform('RegisterDevice', given).catch(asRegistration(context));
    const kept: Kept = { deviceId: textIn(device_id), name, ref };
    await context.records.set(recordOf(sub), kept);
    if (before) await this.#removeReplaced(before).catch((error: unknown) => this.#note('The old device stays', error));
    return shown(kept);
  }

  async rename(name: string): Promise<RegisteredDevice> {
    const { sub } = this.#session();
    const kept = await this.#needed();
    await this.operations.perform('UpdateDevice', { deviceID: kept.deviceId, name });
    if (await this.#isStored(sub, kept)) await this.context.records.set(recordOf(sub), { ...kept, name });
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
    const sub = this.tokens.session?.sub;
    const kept = await this.#kept();
    if (sub === undefined || !kept) return;
    await this.operations.perform('RemoveDevice', { deviceID: kept.deviceId }).catch((error: unknown) => {
      // The device was already removed elsewhere, which is the wanted result.
      if (!(error instanceof CountersignError) || error.code !== 'unknown_notification') throw error;
    });
    await this.context.keys.delete?.(kept.ref);
    if (await this.#isStored(sub, kept)) await this.context.records.delete(recordOf(sub));
  }

  /** Fails if the answer cannot be signed. It runs before a step-up, so that the user does not confirm in vain. */
  async check(item: ActiveNotification, response: string): Promise<void> {
    const { keys } = this.context;
    const kept = await this.#signer(item);
    if (!kept) return;
    if (!keys.has) await this.sign(item, response);
    else if (!(await keys.has(kept.ref))) throw this.#unsigned(new Error('The key is gone'));
  }

  /** Signs exactly the shown content. Undefined if no device is registered. */
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

  /** Removes the device that another one has replaced. Its key is deleted first, because nothing can use it any more. */
  async #removeReplaced({ deviceId: deviceID, ref }: Kept): Promise<void> {
    await this.context.keys.delete?.(ref);
    await this.operations.perform('RemoveDevice', { deviceID });
  }

  /** Whether this is still the device of the user. The app may have registered another one during a call. */
  async #isStored(sub: string, { deviceId }: Kept): Promise<boolean> {
    return (await this.context.records.get<Kept>(recordOf(sub)))?.deviceId === deviceId;
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

/** Whether a failed call may succeed if it is repeated later. */
const mayPass = (error: unknown): boolean =>
  error instanceof CountersignError && ['offline', 'timeout', 'unavailable', 'too_many'].includes(error.code);

const recordOf = (sub: string): string => `device ${sub}`;
const shown = ({ deviceId, name }: RegisteredDevice): RegisteredDevice => ({ deviceId, name });

/**
 * Converts a refused registration: status 102 means that another phone must approve it, or that the last login was too
 * long ago.
 */
const asRegistration =
  ({ failures }: Context) =>
  (error: unknown): never => {
    if (!(error instanceof CountersignError) || error.code !== 'step_up') throw error;
    const isAboutPhones = error.reason === 'approval' || error.reason === 'waiting';
    throw failures.of(isAboutPhones ? 'approval_needed' : 'login_required', error.details);
  };
