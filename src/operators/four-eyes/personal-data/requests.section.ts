import { Injectable } from '@nestjs/common';
import { PersonalData, type PersonalDataSection, type UserRef } from '../../../users/contract/index.js';
import { FourEyesRepository } from '../four-eyes.repository.js';

/**
 * Exports the requests of operators about a user, with their reasons. The operators' names are in the audit log only.
 */
@Injectable()
export class RequestsSection extends PersonalData {
  constructor(private readonly requests: FourEyesRepository) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const found = await this.requests.about(sub);
    const data = found.map(({ id, right, state, call, refusal, askedAt, fallsAt, decidedAt }) => ({
      id,
      right,
      state,
      call: { method: call.method, path: call.path, body: call.body },
      comments: call.comments,
      refusal,
      askedAt: askedAt.toISOString(),
      fallsAt: fallsAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    }));
    return { name: 'operatorRequests', data };
  }
}
