import { Injectable } from '@nestjs/common';
import { UserDirectory } from '../../users/contract/index.js';
import { OperatorNames, type OperatorCard } from '../contract/operator-names.port.js';

@Injectable()
export class OperatorNamesAdapter extends OperatorNames {
  constructor(private readonly users: UserDirectory) {
    super();
  }

  async of(subs: readonly string[]): Promise<ReadonlyMap<string, OperatorCard>> {
    const cards = new Map<string, OperatorCard>();
    for (const sub of new Set(subs)) {
      const user = await this.users.find(sub);
      if (!user) continue;
      const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.ref.userId;
      cards.set(sub, { sub, name, emailId: user.emailId });
    }
    return cards;
  }
}
