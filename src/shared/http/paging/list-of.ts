import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

export type Listed<Plural extends string, Item> = Record<Plural, Item[]> & { readonly next: string | null };

/** The class of a list's answer, for the documents: `class UserListDto extends listOf('users', () => UserDto) {}`. */
export function listOf<Plural extends string, Item extends object>(
  plural: Plural,
  item: () => Type<Item>,
): Type<Listed<Plural, Item>> {
  class List {}
  ApiProperty({ type: () => item(), isArray: true, maxItems: 200 })(List.prototype, plural);
  ApiProperty({
    type: String,
    nullable: true,
    description: 'Give it as `cursor` to read on. `null`: that was all.',
  })(List.prototype, 'next');
  return List as Type<Listed<Plural, Item>>;
}
