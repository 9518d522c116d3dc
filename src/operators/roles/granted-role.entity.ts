import { Check, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { Operator } from '../people/operator.entity.js';
import { type Grant, type Side, sides } from './grants.js';
import { type Role, roles } from './role-table.js';

const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** A role of an operator in one enterprise, or in all. */
@Entity({ schema: 'operators', name: 'grant' })
@Check('grant_side_check', `side IN (${oneOf(sides)})`)
@Check('grant_role_check', `role IN (${oneOf(roles)})`)
export class GrantedRole implements Grant {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'text' }) side!: Side;
  @PrimaryColumn({ type: 'text' }) role!: Role;

  @ManyToOne('Operator', 'grants', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'sub', foreignKeyConstraintName: 'grant_sub_fkey' })
  operator?: Operator;
}
