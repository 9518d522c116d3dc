import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Statuses of a chip reading. `TAKEN` means that the service is checking the files or responses that the app has sent.
 */
export const readingStatuses = ['OFFERED', 'OPEN', 'CHALLENGED', 'TAKEN'] as const;
export type ReadingStatus = (typeof readingStatuses)[number];

/**
 * The reading of a passport chip by the enterprise's app. The app sends the single-use code from the session's page,
 * and gets a token that is valid for this reading only.
 */
@Entity({ schema: 'idv', name: 'chip_reading' })
@Check('chip_reading_status', `status IN (${readingStatuses.map((status) => `'${status}'`).join(', ')})`)
@Index('chip_reading_code', ['codeHash'], { unique: true })
@Index('chip_reading_token', { synchronize: false })
export class ChipReading {
  /** The session in which the chip is read. A session has at most one reading: a new one replaces the previous one. */
  @PrimaryColumn({ type: 'uuid', name: 'session_id' }) sessionId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text', name: 'code_hash' }) codeHash!: string;
  @Column({ type: 'text', nullable: true, name: 'token_hash' }) tokenHash!: string | null;
  /** The number that both the session's page and the app show, so that the user can compare them. */
  @Column({ type: 'text' }) number!: string;
  @Column({ type: 'text' }) status!: ReadingStatus;
  /**
   * How often the user was offered to read the chip since they last photographed the document, including this reading.
   */
  @Column({ type: 'int' }) tries!: number;
  /** Secrets of the challenge for the chip, encrypted with the key of the session's evidence. */
  @Column({ type: 'bytea', nullable: true, name: 'sealed_secrets' }) sealedSecrets!: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'made_at' }) madeAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}
