import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A name that identifies a user: the enterprise's user id or a login id. Names are unique within a tenant. */
@Entity({ schema: 'users', name: 'login_name' })
export class LoginName {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  @PrimaryColumn({ type: 'text', collation: 'C' }) name!: string;
  @Index('login_name_sub') @Column({ type: 'uuid' }) sub!: string;
}

/** A word of a person's name, without accents. Database triggers write it. */
@Entity({ schema: 'users', name: 'name_word' })
@Index('name_word_parts', { synchronize: false })
export class NameWord {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  @PrimaryColumn({ type: 'text', collation: 'C' }) word!: string;
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
}
