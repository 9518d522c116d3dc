import express, { type Request, type RequestHandler } from 'express';

/** Reads what forms send. Everything else stays unread: the routes find empty fields then. */
export const formBody: RequestHandler = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 40 });

/** More than any of our forms has, less than would be worth sending. */
const LONGEST = 20_000;

export interface Form {
  /** What was typed there; empty when nothing was, or what nobody can type. Of a field sent twice, neither. */
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
