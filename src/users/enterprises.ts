import { EnterpriseIds } from '../shared/http/bearer/enterprise-ids.port.js';
import type { NewEnterprise } from './domain/enterprise-profile.js';

/** The tenants and their settings, from memory. */
export abstract class Enterprises extends EnterpriseIds {
  abstract find(enterpriseId: string): Promise<NewEnterprise | undefined>;
}
