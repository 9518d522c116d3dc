import { Module } from '@nestjs/common';
import { PhoneAppController } from './phone-app.controller.js';
import { PhonePreviewController } from './phone-preview.controller.js';
import { pagesOfApp } from './phone-app.pages.js';

/** The app on the mobile surface. */
@Module({ imports: [pagesOfApp], controllers: [PhoneAppController, PhonePreviewController] })
export class PhoneAppModule {}
