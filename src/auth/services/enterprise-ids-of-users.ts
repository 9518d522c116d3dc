import { Injectable } from '@nestjs/common';
import { EnterpriseIds } from '../../shared/http/bearer/enterprise-ids.port.js';
import { Database } from '../../shared/persistence/database.js';

// TODO: goes when the users context exports its port.
@Injectable()
export class EnterpriseIdsOfUsers extends EnterpriseIds {
  constructor(private readonly db: Database) {
    super();
  }

  async exists(enterpriseId: string): Promise<boolean> {
    const rows = await this.db.rows('SELECT 1 FROM users.enterprise WHERE enterprise_id = $1', [enterpriseId]);
    return rows.length > 0;
  }
}
