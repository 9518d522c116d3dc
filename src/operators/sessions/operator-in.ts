import type { Request } from 'express';
import { type Admitted, admittedTo } from '../../shared/auth-guard/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';

/** The operator who calls. Clients are refused. */
export function operatorIn(request: Request): Admitted {
  const admitted = admittedTo(request);
  if (admitted.principal.kind !== 'operator')
    throw KernelErrors.forbidden('Only operators at the console can call this');
  return admitted;
}
