import type { JsonObject } from '../../../shared/kernel/json.js';
import type { User } from '../../entities/user.entity.js';

/** The whole row, in the words of the interface. */
export const recordOf = (user: User): JsonObject => ({
  sub: user.sub,
  userId: user.userId,
  loginId: user.loginId,
  enterpriseId: user.enterpriseId,
  test: user.test,
  status: user.status,
  previousStatuses: user.previousStatuses,
  blockedBy: user.blockedBy,
  firstName: user.firstName,
  lastName: user.lastName,
  primaryGroup: user.primaryGroup,
  secondaryGroups: user.secondaryGroups,
  emailId: user.emailId,
  mobileNumber: user.mobileNumber,
  language: user.language,
  comments: user.comments,
  createdBy: user.createdBy,
  kycReferenceId: user.kycReferenceId,
  idvStatus: user.idvStatus,
  idvFinishedAt: iso(user.idvFinishedAt),
  createdAt: iso(user.createdAt),
  updatedAt: iso(user.updatedAt),
  lastActiveAt: iso(user.lastActiveAt),
  deletedAt: iso(user.deletedAt),
});

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;
