import type { Request } from 'express';

/** More than any of our forms has, less than would be worth sending. */
const LONGEST = 20_000;

export interface Form {
  /** What was typed there; empty when nothing was. Of a field sent twice, neither. */
  text(field: string): string;
}

export function formOf(request: Request): Form {
  const body: unknown = request.body;
  const fields = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  return {
    text: (field) => {
      const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
      return typeof value === 'string' && value.length <= LONGEST ? value : '';
    },
  };
}
