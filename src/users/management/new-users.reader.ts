import type { Principal } from '../../shared/auth-guard/index.js';
import { RequestValidationPipe } from '../../shared/fields/index.js';
import { DomainError, type FieldError, KernelErrors } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import type { Enrolment } from './enrolment.service.js';
import { type ChangeUserDto, CreateUserDto } from './dto/user-requests.dto.js';

const validation = new RequestValidationPipe();

export type ReadUser = { readonly enrolment: Enrolment } | { readonly errors: readonly FieldError[] };

/** Validates one user of a batch in the same way as a user that is sent alone. */
export function readNewUser(value: unknown, createdBy: string): ReadUser {
  try {
    const dto = validation.transform(value, { type: 'body', metatype: CreateUserDto }) as CreateUserDto;
    return { enrolment: CreateUserDto.toEnrolment(dto, createdBy) };
  } catch (error) {
    if (error instanceof DomainError && error.kind === KernelErrors.invalidArguments)
      return { errors: error.extra.errors ?? [] };
    throw error;
  }
}

/**
 * Throws if an operator sends credentials or verified addresses. With a code or password known to the operator, the
 * operator could sign in as the user. An address of the operator's own that counts as verified would give access to
 * every system that trusts it.
 */
export function refuseCredentialsFromOperators({ kind }: Principal, users: readonly unknown[]): void {
  const hasCode = (user: unknown) => {
    const { predefinedCode, passwordHash, totpSecret } = Object(user) as Partial<CreateUserDto>;
    return (predefinedCode ?? passwordHash ?? totpSecret ?? null) !== null;
  };
  if (kind !== 'operator') return;
  if (users.some(hasCode)) throw UserErrors.codeByOperator();
  if (users.some(isVouchedFor)) throw UserErrors.vouchedByOperator();
}

/**
 * Throws if an operator declares an address verified or not verified. By declaring it not verified first, an operator
 * could change an address unnoticed, because the code that undoes a change is mailed only to a verified address.
 */
export function refuseVerificationFromOperators({ kind }: Principal, { emailVerified }: ChangeUserDto): void {
  if (kind === 'operator' && emailVerified !== undefined) throw UserErrors.vouchedByOperator();
}

const isVouchedFor = (user: unknown): boolean => (Object(user) as Partial<CreateUserDto>).emailVerified === true;
