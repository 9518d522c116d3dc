import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { catchError, type Observable } from 'rxjs';
import { throwsOf } from '../../src/shared/http/problems/throws.decorator.js';
import { DomainError } from '../../src/shared/kernel/index.js';

/** In tests only: a route that raises an error it does not declare with @Throws fails with 500, and says why. */
@Injectable()
export class DeclaredErrors implements NestInterceptor {
  constructor(private readonly exempt: ReadonlySet<unknown> = new Set()) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const controller = context.getClass();
    if (this.exempt.has(controller)) return next.handle();
    const declared = throwsOf(controller, context.getHandler());
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof DomainError) || declared.includes(error.kind)) throw error;
        const undeclared = `${controller.name}.${context.getHandler().name} does not declare ${error.kind.code}`;
        process.stderr.write(`${undeclared}\n`);
        throw new Error(undeclared, { cause: error });
      }),
    );
  }
}
