import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { newIdAt } from '../../shared/kernel/index.js';
import { WRONG_TRIES } from '../activation/activation-code.js';
import { addressChangeState, type AddressChangeState, CONFIRM_MINUTES, UNDO_DAYS } from './address-change-state.js';

/** The value of `toEmail` if an operator has removed the address. */
export const NO_ADDRESS = '';

/**
 * A change of a user's mail address. The user requests it, confirms it with a code, and can undo it from the old
 * address for some days.
 */
@Entity({ schema: 'users', name: 'address_change' })
@Check('address_change_state', `state IN (${addressChangeState.states.map((state) => `'${state}'`).join(', ')})`)
@Index('address_change_of_user', ['sub', 'changedAt'])
@Index('address_change_over', ['endsAt'])
export class AddressChange {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text' }) state!: AddressChangeState;
  /** The previous address, from which the change can be undone. */
  @Column({ type: 'text', nullable: true, name: 'from_email' }) fromEmail!: string | null;
  @Column({ type: 'text', name: 'to_email' }) toEmail!: string;
  /**
   * The keyed hash of the current code, which confirms or undoes the change. The hash also covers the change itself, so
   * that the code cannot be used for another change. Null until a code is mailed.
   */
  @Column({ type: 'text', nullable: true, name: 'code_hash' }) codeHash!: string | null;
  /** The session that requested the change. Only this session can use the code sent to the new address. */
  @Column({ type: 'text', name: 'bound_to' }) boundTo!: string;
  @Column({ type: 'int', name: 'wrong_tries' }) wrongTries!: number;
  @Column({ type: 'timestamptz', precision: 3, name: 'changed_at' }) changedAt!: Date;
  /** When the current code expires. */
  @Column({ type: 'timestamptz', precision: 3, name: 'ends_at' }) endsAt!: Date;

  static ask(sub: string, toEmail: string, boundTo: string, now: Date): AddressChange {
    const state = addressChangeState.move(null, 'ask');
    return begun({ sub, toEmail, boundTo, state, fromEmail: null }, now, CONFIRM_MINUTES * MINUTE);
  }

  /** Creates a record of a change that an operator has made. */
  static impose(sub: string, fromEmail: string, toEmail: string, now: Date): AddressChange {
    const state = addressChangeState.move(null, 'impose');
    return begun({ sub, toEmail, boundTo: '', state, fromEmail }, now, UNDO_DAYS * DAY);
  }

  confirm(codeMatches: boolean, fromEmail: string | null, now: Date): void {
    this.state = addressChangeState.move(this.state, 'confirm', { codeMatches });
    Object.assign(this, { fromEmail, codeHash: null, changedAt: now, endsAt: after(now, UNDO_DAYS * DAY) });
  }

  undo(codeMatches: boolean, now: Date): void {
    this.state = addressChangeState.move(this.state, 'undo', { codeMatches });
    Object.assign(this, { codeHash: null, endsAt: now });
  }

  mayTry(now: Date): boolean {
    return this.codeHash !== null && this.wrongTries < WRONG_TRIES && this.endsAt > now;
  }
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const after = (now: Date, life: number): Date => new Date(now.getTime() + life);

const begun = (known: Partial<AddressChange>, now: Date, life: number): AddressChange =>
  Object.assign(new AddressChange(), known, {
    id: newIdAt(now.getTime()),
    codeHash: null,
    wrongTries: 0,
    changedAt: now,
    endsAt: after(now, life),
  });
