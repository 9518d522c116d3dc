import { Module } from '@nestjs/common';
import { ConfigurationFiles } from './configuration-files.service.js';

/** Reads configuration files. */
@Module({ providers: [ConfigurationFiles], exports: [ConfigurationFiles] })
export class FilesModule {}
