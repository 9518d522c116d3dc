import { isSame } from '../encoding/bytes.js';
import type { Element } from '../encoding/der.js';
import { tlv } from '../encoding/der-writer.js';
import { SecureMessaging } from '../messaging/secure-messaging.js';
import { pointBytes, pointIn, scalarOf, xOf, type Point } from '../reader/curves.js';
import { paceToken, type PaceWay } from '../reader/pace.js';

type Agreed = { readonly own: Point; readonly theirs: Point; readonly secret: Uint8Array };

/** The chip's side of PACE. */
export class VirtualPace {
  /** Secure messaging with the agreed keys. Undefined until the chip has verified the reader's token. */
  messaging: SecureMessaging | undefined;
  private nonce: Uint8Array | undefined;
  private base: Point | undefined;
  private agreed: Agreed | undefined;

  constructor(
    private readonly way: PaceWay,
    private readonly password: Uint8Array,
    private readonly random: (length: number) => Uint8Array,
  ) {}

  /** Returns the data object of the answer, or undefined to refuse. */
  answerTo(given: Element | undefined): Uint8Array | undefined {
    if (!given) return this.sealedNonce();
    if (given.tag === 0x81) return this.mapped(given.value);
    if (given.tag === 0x83) return this.key(given.value);
    return given.tag === 0x85 ? this.token(given.value) : undefined;
  }

  private sealedNonce(): Uint8Array {
    const { cipher } = this.way;
    this.nonce = this.random(16);
    return tlv(0x80, cipher.encrypt(cipher.keyOf(this.password, 'password'), this.nonce));
  }

  private mapped(point: Uint8Array): Uint8Array | undefined {
    const { curve } = this.way;
    if (!this.nonce) return undefined;
    const own = scalarOf(curve, this.random(64));
    const shared = pointIn(curve, point).multiply(own);
    this.base = curve.Point.BASE.multiply(scalarOf(curve, this.nonce)).add(shared);
    return tlv(0x82, pointBytes(curve, curve.Point.BASE.multiply(own)));
  }

  private key(point: Uint8Array): Uint8Array | undefined {
    const { curve } = this.way;
    if (!this.base) return undefined;
    const scalar = scalarOf(curve, this.random(64));
    const [own, theirs] = [this.base.multiply(scalar), pointIn(curve, point)];
    this.agreed = { own, theirs, secret: xOf(curve, theirs.multiply(scalar)) };
    return tlv(0x84, pointBytes(curve, own));
  }

  private token(given: Uint8Array): Uint8Array | undefined {
    const { curve, cipher } = this.way;
    if (!this.agreed) return undefined;
    const { own, theirs, secret } = this.agreed;
    const macKey = cipher.keyOf(secret, 'mac');
    this.agreed = undefined;
    if (!isSame(given, paceToken(this.way, macKey, pointBytes(curve, own)))) return undefined;
    this.messaging = SecureMessaging.of(cipher, secret);
    return tlv(0x86, paceToken(this.way, macKey, pointBytes(curve, theirs)));
  }
}
