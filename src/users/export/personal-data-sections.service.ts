import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { instancesOf } from '../../shared/kernel/index.js';
import type { UserRef } from '../contract/users.events.js';
import { PersonalData, type PersonalDataSection } from '../contract/ports.js';

/** The sections of an export: what each context stores about a person. */
@Injectable()
export class PersonalDataSections {
  constructor(private readonly discovery: DiscoveryService) {}

  /** Reads the sections one by one, so that only one is in memory. */
  async *of(ref: UserRef): AsyncGenerator<PersonalDataSection> {
    const names = new Set<string>();
    for (const contributor of instancesOf(this.discovery, PersonalData)) {
      const section = await contributor.section(ref);
      if (names.has(section.name)) throw new Error('Two contexts give their section of an export the same name');
      names.add(section.name);
      yield section;
    }
  }
}
