import { OmitType, PartialType } from '@nestjs/swagger';
import type { UserDetails } from '../../entities/user.entity.js';
import { CreateUserDto } from './create-user.dto.js';

/** What may be corrected later: whatever is sent is changed, `null` takes a value away. */
export class CorrectUserDto extends PartialType(
  OmitType(CreateUserDto, ['userId', 'preferredStatus', 'predefinedCode'] as const),
  { skipNullProperties: false }, // or `null` would pass for every field
) {
  static toChanges(dto: CorrectUserDto): Partial<UserDetails> {
    return Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));
  }
}
