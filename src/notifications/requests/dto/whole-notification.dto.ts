import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayField, text } from '../../../shared/http/index.js';
import { EvidenceDto } from './evidence.dto.js';
import { NotificationStateDto } from './notification.dto.js';

export class NotificationDto extends NotificationStateDto {
  @ApiPropertyOptional({
    type: () => EvidenceDto,
    description:
      'The proof of a signed answer. Anyone can verify it offline with the published evidence keys. Present if the answer was signed.',
  })
  evidence?: EvidenceDto;

  @ArrayField(text({ max: 64 }), {
    max: 5,
    optional: true,
    example: ['payment_initiation'],
    description: 'The types of the `authorization_details` of the request. Present if the request has details.',
  })
  authorization_details_types?: string[];
}
