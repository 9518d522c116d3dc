import type { JWK } from 'jose';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { sealedColumn } from '../../shared/kernel/index.js';
import { signingKeyState, type SigningAlgorithm, type SigningKeyState } from './signing-key-state.js';

@Entity({ schema: 'auth', name: 'signing_key' })
@Check('signing_key_state', `state IN (${signingKeyState.states.map((state) => `'${state}'`).join(', ')})`)
@Index('signing_key_one_active', ['algorithm'], { unique: true, where: `state = 'ACTIVE'` })
@Index('signing_key_one_next', ['algorithm'], { unique: true, where: `state = 'NEXT'` })
export class SigningKey {
  /** The key's thumbprint (RFC 7638). */
  @PrimaryColumn({ type: 'text' }) kid!: string;
  @Column({ type: 'text' }) algorithm!: SigningAlgorithm;
  @Column({ type: 'text' }) state!: SigningKeyState;
  @Column({ type: 'jsonb', name: 'public_jwk' }) publicJwk!: JWK;
  @Column({ type: 'bytea', name: 'sealed_jwk' }) sealedJwk!: Buffer;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  /** When the key starts to sign. Set only if an operator has requested a rotation. Otherwise the schedule decides. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'activates_at' }) activatesAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'activated_at' }) activatedAt!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'retired_at' }) retiredAt!: Date | null;

  /** Encryption context of the private key. */
  static readonly sealContext = sealedColumn(
    'auth.signing_key',
    'sealed_jwk',
    'kid',
    (kid) => `auth/signing-key:${kid}`,
  );

  static make(
    action: 'found' | 'prepare',
    made: Pick<SigningKey, 'kid' | 'algorithm' | 'publicJwk' | 'sealedJwk'>,
    now: Date,
  ): SigningKey {
    const state = signingKeyState.move(null, action);
    const activatedAt = state === 'ACTIVE' ? now : null;
    return Object.assign(new SigningKey(), made, {
      state,
      createdAt: now,
      activatesAt: null,
      activatedAt,
      retiredAt: null,
    });
  }

  /** Schedules the time at which the key starts to sign. If a time is already scheduled, the earlier one applies. */
  schedule(at: Date): void {
    if (this.activatesAt === null || at < this.activatesAt) this.activatesAt = at;
  }

  activate(now: Date): void {
    this.state = signingKeyState.move(this.state, 'activate');
    this.activatedAt = now;
  }

  retire(now: Date): void {
    this.state = signingKeyState.move(this.state, 'retire');
    this.retiredAt = now;
  }

  withdraw(now: Date): void {
    this.state = signingKeyState.move(this.state, 'withdraw');
    this.retiredAt = now;
  }
}
