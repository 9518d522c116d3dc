import express, { type Request, type RequestHandler } from 'express';

/** Parses URL-encoded forms. Bodies of other types are not read, so the routes find empty fields. */
export const formBody: RequestHandler = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 40 });

/** The limit of one field: longer than any real input. */
const LONGEST = 20_000;

export interface Form {
  /** The text of a field. Empty when it is missing, holds characters that cannot be typed, or was sent twice. */
  text(field: string): string;
}

export const formOf = ({ body }: Request): Form => fieldsOf(body);

export function fieldsOf(source: unknown): Form {
  const fields = typeof source === 'object' && source !== null ? (source as Readonly<Record<string, unknown>>) : {};
  return {
    text: (field) => {
      const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
      return typeof value === 'string' && value.length <= LONGEST && !value.includes('\0') ? value : '';
    },
  };
}
