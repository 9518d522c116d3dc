import { applyDecorators, createParamDecorator, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import { KernelErrors } from '../../kernel/index.js';
import { Throws } from '../problems/throws.decorator.js';
import { reasonIn } from '../reason-header.js';
import { type ExportFormat, exportTypes } from './export-format.js';

/** The export that a caller requests with the `Accept` header: the whole list as a file. */
export interface AskedExport {
  readonly format: ExportFormat;
  readonly reason: string | undefined;
}

/** Injects the requested export. `undefined` if the caller wants one page as JSON. */
export const ExportAsked = createParamDecorator((_data, context): AskedExport | undefined => {
  const request = context.switchToHttp().getRequest<Request>();
  request.res?.vary('Accept');
  const accepted = request.accepts(['application/json', ...Object.values(exportTypes)]);
  const format = (Object.keys(exportTypes) as ExportFormat[]).find((one) => exportTypes[one] === accepted);
  return format && { format, reason: reasonIn(request) };
});

const FILES = {
  [exportTypes.csv]: { schema: { type: 'string', example: 'id,status\r\n4711,ACTIVE\r\n' } },
  [exportTypes.ndjson]: { schema: { type: 'string', example: '{"id":"4711","status":"ACTIVE"}\n' } },
};

/** Documents in the API that a route returns its list only as a file, never as JSON. */
export const ExportedFile = () =>
  applyDecorators(
    ApiOkResponse({ description: 'The file, in the requested format.', content: FILES }),
    Throws(KernelErrors.tooManyRequests),
  );

/** Documents in the API that a list can be exported as a file. */
export const Exported = (list: Type) =>
  applyDecorators(
    ApiExtraModels(list),
    ApiOkResponse({
      description: 'A page of the list as JSON, or the whole list as a file.',
      content: {
        'application/json': { schema: { $ref: getSchemaPath(list) } },
        ...FILES,
      },
    }),
    ApiHeader({
      name: 'Reason',
      required: false,
      description:
        'The reason for the export, percent-encoded (UTF-8). Operators must send it if `Accept` requests a file. Clients can omit it.',
      schema: { type: 'string', maxLength: 4_096, example: 'For%20the%20auditors' },
    }),
    Throws(KernelErrors.tooManyRequests),
  );

/** The text added to the description of each operation whose list can be exported. */
export const EXPORT_NOTE =
  'Send `Accept: text/csv` or `application/x-ndjson` to export the whole list as a streamed file. It contains at most 100,000 rows, starting at `cursor`. In CSV, times are in UTC, and text that a spreadsheet would run as a formula begins with an apostrophe. Exports are recorded in the audit log.';
