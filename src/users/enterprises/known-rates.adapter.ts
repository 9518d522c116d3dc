import { Injectable } from '@nestjs/common';
import { EnterpriseRates, type Rate } from '../../shared/http/index.js';
import { Enterprises } from '../contract/ports.js';

@Injectable()
export class KnownRates extends EnterpriseRates {
  constructor(private readonly enterprises: Enterprises) {
    super();
  }

  async of(enterpriseId: string): Promise<Rate | null> {
    return (await this.enterprises.find(enterpriseId))?.rateLimit ?? null;
  }
}
