import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { ErrorKind } from '../../kernel/errors.js';
import { faceOf, Problem, PROBLEM_JSON } from './problem.js';
import { throwsOf } from './throws.decorator.js';

type Prototype = Readonly<Record<string, object>>;

const documented = new WeakSet();

/** Lets the API documents show what the routes declare with @Throws: by status, one example for each kind of error. */
export function documentErrors(app: INestApplicationContext, managementUrl: string): void {
  for (const { metatype } of app.get(DiscoveryService, { strict: false }).getControllers()) {
    if (typeof metatype === 'function') documentController(metatype, managementUrl);
  }
}

function documentController(controller: object & { readonly prototype: unknown }, managementUrl: string): void {
  const prototype = controller.prototype as Prototype;
  for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
    const handler = prototype[name];
    if (!handler || documented.has(handler)) continue;
    documented.add(handler);
    documentRoute(prototype, name, throwsOf(controller, handler), managementUrl);
  }
}

function documentRoute(prototype: Prototype, name: string, kinds: readonly ErrorKind[], managementUrl: string): void {
  const descriptor = { value: prototype[name] };
  for (const status of new Set(kinds.map(({ faces }) => faces.status))) {
    const same = kinds.filter(({ faces }) => faces.status === status);
    ApiResponse({
      status,
      description: same.map(({ faces, code }) => `${faces.title} (\`${code}\`).`).join(' '),
      content: {
        [PROBLEM_JSON]: {
          schema: { $ref: getSchemaPath(Problem) },
          examples: Object.fromEntries(same.map((kind) => [kind.code, { value: faceOf(kind, managementUrl) }])),
        },
      },
    })(prototype, name, descriptor);
  }
}
