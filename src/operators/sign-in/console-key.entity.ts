import { Column, Entity, PrimaryColumn } from 'typeorm';
import { sealedColumn } from '../../shared/kernel/index.js';

/** The private key that the console uses to authenticate to the authorization server. */
@Entity({ schema: 'operators', name: 'console_key' })
export class ConsoleKey {
  @PrimaryColumn({ type: 'text' }) id!: string;
  @Column({ type: 'bytea', name: 'sealed_key' }) sealedKey!: Buffer;

  static readonly sealContext = sealedColumn(
    'operators.console_key',
    'sealed_key',
    'id',
    (id) => `operators/console-key:${id}`,
  );
}
