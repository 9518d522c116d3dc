import { Module } from '@nestjs/common';
import { PhoneAppController } from './phone-app.controller.js';
import { PhonePreviewController } from './phone-preview.controller.js';
import { pagesOfApp } from './phone-app.pages.js';

/** Serves the web app from the mobile listener. */
@Module({ imports: [pagesOfApp], controllers: [PhoneAppController, PhonePreviewController] })
export class PhoneAppModule {}
