import { Column, Entity, PrimaryColumn } from 'typeorm';
import { sealedColumn } from '../../shared/kernel/index.js';
import {
  type Branding,
  type EnterpriseChanges,
  type NewEnterprise,
  type QuietHours,
  type RequestRate,
  type SignInSettings,
  UNCHOSEN_SIGN_IN,
} from './enterprise-profile.js';

const signInWithDefaults = {
  to: (settings: SignInSettings): SignInSettings => settings,
  from: (chosen: Partial<SignInSettings>): SignInSettings => ({ ...UNCHOSEN_SIGN_IN, ...chosen }),
};

/** An enterprise, which is a tenant: every user, client, session and notification belongs to one. */
@Entity({ schema: 'users', name: 'enterprise' })
export class Enterprise implements NewEnterprise {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'jsonb' }) branding!: Branding;
  @Column({ type: 'int', name: 'retention_days' }) retentionDays!: number;
  @Column({ type: 'int', nullable: true, name: 'inactivity_days' }) inactivityDays!: number | null;
  @Column({ type: 'jsonb', nullable: true, name: 'quiet_hours' }) quietHours!: QuietHours | null;
  @Column({ type: 'int', nullable: true, name: 'daily_notification_mib' }) dailyNotificationMiB!: number | null;
  @Column({ type: 'jsonb', nullable: true, name: 'rate_limit' }) rateLimit!: RequestRate | null;
  @Column({ type: 'boolean', name: 'require_pkce', default: false }) requirePkce!: boolean;
  @Column({ type: 'jsonb', name: 'sign_in', default: {}, transformer: signInWithDefaults }) signIn!: SignInSettings;
  /** The URL of the message channel and its secret, encrypted together. */
  @Column({ type: 'bytea', nullable: true, name: 'sealed_messages' }) sealedMessages!: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at' }) updatedAt!: Date;

  static readonly sealContext = sealedColumn(
    'users.enterprise',
    'sealed_messages',
    'enterprise_id',
    (id) => `users/message-channel:${id}`,
  );

  /** Creates an enterprise without its message channel, which the caller must encrypt and add. */
  static open(enterprise: NewEnterprise, now: Date): Enterprise {
    return Object.assign(new Enterprise(), enterprise, { sealedMessages: null, createdAt: now, updatedAt: now });
  }

  change({ signIn, ...changes }: Omit<EnterpriseChanges, 'messages'>, now: Date): void {
    Object.assign(this, changes, { signIn: { ...this.signIn, ...signIn }, updatedAt: now });
  }
}
