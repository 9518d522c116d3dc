import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnterpriseRates } from '../../shared/http/index.js';
import { OutboundModule } from '../../shared/outbound/index.js';
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
import { MessageChannels } from './message-channels.service.js';

const ports = [
  { provide: Brands, useClass: EnterpriseBrands },
  { provide: Enterprises, useExisting: KnownEnterprisesAdapter },
  { provide: EnterpriseIds, useExisting: Enterprises },
  { provide: EnterpriseRates, useClass: KnownRates },
];

/** The tenants and their settings. */
@Module({
  imports: [OutboundModule, TypeOrmModule.forFeature([Enterprise])],
  controllers: [EnterprisesController],
  providers: [
    DeclaredEnterprises,
    EnterpriseRepository,
    EnterprisesService,
    KnownEnterprisesAdapter,
    MessageChannels,
    ...ports,
  ],
  exports: [MessageChannels, ...ports.map(({ provide }) => provide)],
})
export class EnterprisesModule {}
