import { UserExport } from '../user-export.service.js';
import { ActivationCodeSection } from './activation-code.section.js';
import { PersonalDataSections } from './personal-data-sections.service.js';

export const exportServices = [ActivationCodeSection, PersonalDataSections, UserExport];
