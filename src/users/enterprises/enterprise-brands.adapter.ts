import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { type Brand, brandFrom, type Brands } from '../../shared/pages/index.js';
import { Enterprises } from '../contract/ports.js';

/** The initial name of the first enterprise. It is not shown as a brand; operators are expected to change it. */
const UNNAMED = 'Default';

/** Provides the branding of an enterprise's pages, or else the branding in the settings of the service. */
@Injectable()
export class EnterpriseBrands implements Brands {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly enterprises: Enterprises,
  ) {}

  async of(enterpriseId: string | undefined): Promise<Brand> {
    const enterprise = enterpriseId === undefined ? undefined : await this.enterprises.find(enterpriseId);
    const name = enterprise && enterprise.name !== UNNAMED ? enterprise.name : this.config.brandName;
    return brandFrom(this.config, name, enterprise?.branding ?? {});
  }
}
