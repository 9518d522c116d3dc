import { Entity, Index, PrimaryColumn } from 'typeorm';

/** A word of a person's name, without accents. Database triggers write it. */
@Entity({ schema: 'users', name: 'name_word' })
@Index('name_word_parts', { synchronize: false })
export class NameWord {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  @PrimaryColumn({ type: 'text', collation: 'C' }) word!: string;
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
}
