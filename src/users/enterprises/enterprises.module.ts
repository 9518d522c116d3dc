import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnterpriseRates } from '../../shared/http/index.js';
import { EnterpriseIds } from '../../shared/auth-guard/index.js';
import { Brands } from '../../shared/pages/index.js';
import { Enterprises } from '../contract/ports.js';
import { DeclaredEnterprises } from './declared-enterprises.adapter.js';
import { EnterpriseBrands } from './enterprise-brands.adapter.js';
import { KnownRates } from './known-rates.adapter.js';
import { Enterprise } from './enterprise.entity.js';
import { EnterpriseRepository } from './enterprise.repository.js';
import { EnterprisesController } from './enterprises.controller.js';
import { EnterprisesService } from './enterprises.service.js';
import { KnownEnterprisesAdapter } from './known-enterprises.adapter.js';

const ports = [
  { provide: Brands, useClass: EnterpriseBrands },
  { provide: Enterprises, useClass: KnownEnterprisesAdapter },
  { provide: EnterpriseIds, useExisting: Enterprises },
  { provide: EnterpriseRates, useClass: KnownRates },
];

/** The tenants and their settings. */
@Module({
  imports: [TypeOrmModule.forFeature([Enterprise])],
  controllers: [EnterprisesController],
  providers: [DeclaredEnterprises, EnterpriseRepository, EnterprisesService, ...ports],
  exports: ports.map(({ provide }) => provide),
})
export class EnterprisesModule {}
