import { createHmac } from 'node:crypto';
import type { Client } from '../../src/auth/client/client.entity.js';
import { Database } from '../../src/shared/persistence/index.js';
import { Sealer } from '../../src/shared/security/index.js';
import { askForOptions } from './activating.js';
import type { TestApplication } from './application.js';
import { Authenticator } from './authenticator.js';
import { Person, type Seen } from './person.js';
import { Phone } from './phone.js';
import { someId } from './portal.js';
import { signed } from './signed-answer.js';
import { active, authorizeUrl, PASSWORD } from './signing-in.js';

export interface HeldFactors {
  readonly passkey?: boolean;
  readonly totp?: boolean;
  readonly phone?: boolean;
  readonly primaryGroup?: string;
  readonly emailId?: string;
}

/** A user with these factors, and a browser. */
export class Someone {
  readonly person: Person;
  device: Authenticator | undefined;
  secret: Buffer | undefined;
  phone: Phone | undefined;

  private constructor(
    private readonly running: TestApplication,
    readonly userId: string,
    readonly sub: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.person = new Person(running, headers);
  }

  static async with(running: TestApplication, { primaryGroup, emailId, ...held }: HeldFactors = {}): Promise<Someone> {
    const userId = someId();
    const fields = { ...(primaryGroup && { primaryGroup }), ...(emailId && { emailId }) };
    return Someone.of(running, userId, await active(running, userId, fields), held);
  }

  /** A user who exists gets these factors. */
  static async of(running: TestApplication, userId: string, sub: string, held: HeldFactors): Promise<Someone> {
    const someone = new Someone(running, userId, sub);
    if (held.passkey) someone.device = await Authenticator.registered(running, sub);
    if (held.totp) await someone.#setUpTotp();
    if (held.phone) someone.phone = await (await someone.appOnPhone()).registered(undefined, 2);
    return someone;
  }

  /** `address`: where the browser is, for a service that trusts its proxy. */
  inAnotherBrowser(address?: string): Someone {
    const other = new Someone(this.running, this.userId, this.sub, address ? { 'x-forwarded-for': address } : {});
    other.secret = this.secret;
    other.phone = this.phone;
    return other;
  }

  asks(client: Client, params: Record<string, string> = {}): Promise<Seen> {
    return this.person.open(authorizeUrl(this.running, client, params));
  }

  givesPassword(page: Seen): Promise<Seen> {
    return this.person.send(page, '/login', { login: this.userId, password: PASSWORD });
  }

  async givesPasskey(page: Seen, device = this.device): Promise<Seen> {
    const { challenge } = await askForOptions(this.person, page, '/passkey');
    return this.person.send(page, '/passkey', { response: device?.answer(challenge) ?? '' });
  }

  /** The code of the step that comes, so that each is new. */
  code(ahead = 0): string {
    return codeOf(this.secret ?? Buffer.alloc(20), Math.floor(Date.now() / 30_000) + ahead);
  }

  givesCode(page: Seen, code = this.code()): Promise<Seen> {
    return this.person.send(page, '/second/totp', { code });
  }

  appOnPhone(): Promise<Phone> {
    const { sub, userId } = this;
    return Phone.of(this.running, { sub, userId, enterpriseId: 'default', test: false });
  }

  asksPhone(page: Seen): Promise<Seen> {
    return this.person.send(page, '/second/approval');
  }

  /** The open questions of sign-ins on the phone, the newest first. */
  async askedOnPhone(): Promise<readonly any[]> {
    const { event } = await this.phone!.byHttp('GetNotifications', [0, '', 1, '', '']);
    const notifications: any[] = event?.response.ResponseData.notifications ?? [];
    return notifications.filter(({ actions }: any) => actions.some(({ action }: any) => action.startsWith('number.')));
  }

  /** Chooses a number on the phone, or another action of the newest question. */
  async chooses(action: string, phone = this.phone!): Promise<number> {
    const [{ notification_uuid: uuid }] = await this.askedOnPhone();
    const response = /^\d/.test(action) ? `number.${action}` : action;
    const signature = await signed(phone, uuid, response);
    return (await phone.post('UpdateNotification', { notificationID: uuid, response, signature })).status;
  }

  /** Takes the secret over from the page, as an app does. */
  setsUpTotp(page: Seen, code?: string): Promise<Seen> {
    this.takes(/secret=([A-Z2-7]+)/.exec(page.html)?.[1] ?? '');
    return this.person.send(page, '/second/totp/new', { code: code ?? this.code() });
  }

  takes(key: string): void {
    this.secret = fromBase32(key);
  }

  async makesPasskey(page: Seen): Promise<Seen> {
    this.device = new Authenticator({ origin: this.running.config.authUrl });
    const { challenge } = await askForOptions(this.person, page, '/second/passkey');
    return this.person.send(page, '/second/passkey', { response: this.device.attest(challenge) });
  }

  /** Made in another browser, so that nothing is fresh in this one. */
  async makesRecoveryCodes(): Promise<string[]> {
    const other = this.inAnotherBrowser();
    const { person } = other;
    const page = await person.send(await person.open('/service/account/'), '/account/login', {
      login: this.userId,
      password: PASSWORD,
    });
    const proven = this.secret
      ? await person.send(page, '/totp/prove', { code: this.code() })
      : await other.approves(page, '/approval');
    return codesIn(await person.send(proven, '/recovery-codes'));
  }

  givesRecoveryCode(page: Seen, code: string): Promise<Seen> {
    return this.person.send(page, '/second/recovery-code', { recovery_code: code });
  }

  /** Chooses on the phone the number that the page then shows. */
  async approves(page: Seen, way = '/second/approval'): Promise<Seen> {
    const asked = await this.person.send(page, way);
    await this.chooses(/class="two"[^>]*>\s*(\d\d)\s*</.exec(asked.html)?.[1] ?? '');
    return this.person.send(asked, `${way}/continue`);
  }

  async #setUpTotp(): Promise<void> {
    this.secret = Buffer.from(this.userId.padEnd(20, '.'));
    const sealed = this.running.app.get(Sealer).seal(this.secret, `auth/totp:${this.sub}`);
    await this.running.app
      .get(Database)
      .rows('INSERT INTO auth.totp VALUES ($1, $2, 0, now(), now())', [this.sub, sealed]);
  }
}

/** The recovery codes that a page shows. */
export const codesIn = ({ html }: Seen): string[] =>
  [...html.matchAll(/<code>([A-Z2-7]{5}-[A-Z2-7]{5})<\/code>/g)].map(([, code = '']) => code);

/** RFC 6238, as an app has it. */
function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.from(step.toString(16).padStart(16, '0'), 'hex');
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) % 16) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, '0');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(key: string): Buffer {
  const bits = Array.from(key, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export function toBase32(secret: Buffer): string {
  const bits = Array.from(secret, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group, 2)]).join('');
}
