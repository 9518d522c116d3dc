import { Injectable } from '@nestjs/common';
import { Tenant } from '../../shared/kernel/index.js';
import { PersonalData, type PersonalDataSection, type UserRef } from '../../users/contract/index.js';
import { FaceTemplateRepository } from './face-template.repository.js';

const SCOPE = Tenant.all('the export of one person names the user itself');

/**
 * Exports that a face is stored, and since when. The numbers of the face are left out: they mean nothing without the
 * model.
 */
@Injectable()
export class FaceSection extends PersonalData {
  constructor(private readonly templates: FaceTemplateRepository) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const kept = await this.templates.find(SCOPE, sub);
    return { name: 'keptFace', data: kept ? { model: kept.template.model, keptAt: kept.keptAt.toISOString() } : null };
  }
}
