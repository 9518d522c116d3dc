import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ActivationModule } from '../activation/activation.module.js';
import { UserModule } from '../user/user.module.js';
import { ActivationCodeSection } from './activation-code.section.js';
import { PersonalDataSections } from './personal-data-sections.service.js';
import { UserExport } from './user-export.service.js';

/** Exports everything that is stored about one person. */
@Module({
  imports: [ActivationModule, DiscoveryModule, UserModule],
  providers: [ActivationCodeSection, PersonalDataSections, UserExport],
  exports: [UserExport],
})
export class ExportModule {}
