import { EnterpriseIds } from '../shared/http/bearer/bearer.ports.js';
import type { NewEnterprise } from './domain/enterprise-profile.js';

/** The tenants and their settings, from memory. */
export abstract class Enterprises extends EnterpriseIds {
  abstract find(enterpriseId: string): Promise<NewEnterprise | undefined>;
}
