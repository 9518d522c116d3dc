import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { instancesOf, type JsonObject } from '../../shared/kernel/index.js';
import type { UserRef } from '../contract/users.events.js';
import { PersonalData } from '../contract/ports.js';

/** The sections of an export: what each context stores about a person. */
@Injectable()
export class PersonalDataSections {
  constructor(private readonly discovery: DiscoveryService) {}

  async of(ref: UserRef): Promise<JsonObject> {
    const sections = await Promise.all(
      instancesOf(this.discovery, PersonalData).map((contributor) => contributor.section(ref)),
    );
    const members = new Map(sections.map(({ name, data }) => [name, data]));
    if (members.size < sections.length) throw new Error('Two contexts give their section of an export the same name');
    return Object.fromEntries(members);
  }
}
