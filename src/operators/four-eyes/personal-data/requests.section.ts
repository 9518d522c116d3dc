import { Injectable } from '@nestjs/common';
import { PersonalData, type PersonalDataSection, type UserRef } from '../../../users/contract/index.js';
import { FourEyesRepository } from '../four-eyes.repository.js';

/** Exports operators' requests about a user, with their reasons. The operators' names are only in the audit log. */
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
