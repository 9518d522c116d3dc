import { Injectable } from '@nestjs/common';
import { isCountry, isDocumentType, type DocumentChoice } from '@countersign/identity-engine';
import type { Session } from '../sessions/session.entity.js';
import { Engines } from './engines.service.js';

type Choice = { readonly type: string; readonly country: string };

/** The documents that a user may show: those that the client accepts and the engine in use can read. */
@Injectable()
export class OfferedDocuments {
  constructor(private readonly engines: Engines) {}

  isOffered({ settings, tenant }: Session, choice: Choice): choice is DocumentChoice {
    const { type, country } = choice;
    if (!isDocumentType(type) || !isCountry(country) || !settings.documentTypes.includes(type)) return false;
    if (settings.chip === 'required' && type !== 'passport') return false;
    if (!this.engines.has(tenant, settings)) return true;
    const { licencesByFields = false } = settings;
    return this.engines.of(tenant, settings).documents.reads(type, country, licencesByFields);
  }
}
