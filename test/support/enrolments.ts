import type { Enrolment } from '../../src/users/management/enrolment.service.js';

/** Someone to enrol, of whom a test says only what it is about. */
export const someone = (userId: string, details: Partial<Enrolment> = {}): Enrolment => ({
  userId,
  primaryGroup: 'retail',
  preferredStatus: 'CREATED',
  secondaryGroups: [],
  firstName: null,
  lastName: null,
  emailId: null,
  mobileNumber: null,
  loginId: null,
  language: 'en',
  comments: null,
  createdBy: 'portal',
  predefinedCode: null,
  ...details,
});
