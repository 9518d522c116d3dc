import { EnterpriseRepository } from './enterprise.repository.js';
import { EnterprisesService } from './enterprises.service.js';

export const enterpriseServices = [EnterpriseRepository, EnterprisesService];
