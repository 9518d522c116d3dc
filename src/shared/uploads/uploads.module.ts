import { Module } from '@nestjs/common';
import { UploadBudget } from './upload-budget.js';

/** The budget that all uploads of this process share. */
@Module({ providers: [UploadBudget], exports: [UploadBudget] })
export class UploadsModule {}
