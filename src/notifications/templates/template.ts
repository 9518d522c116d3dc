import { type FieldError, isolatedIn, KernelErrors } from '../../shared/kernel/index.js';
import type { ContentBody } from '@countersign/evidence';
import { faultOfSize } from '../notification/content/content-size.js';
import { repeated } from '../requests/notification-request.js';
import { faultOfValue, shownIn, type Variable } from './template-values.js';

export type Variables = Readonly<Record<string, Variable>>;

/** Texts in several languages, with placeholders for values: `Pay {{amount}} to {{payee}}?` */
export interface Template {
  readonly variables: Variables;
  readonly body: readonly ContentBody[];
}

export const LONGEST_SUBJECT = 255;
export const LONGEST_MESSAGE = 4_000;
export const VARIABLE_NAME = /^[a-z][a-z0-9_]{0,63}$/;

const PLACE = /\{\{([^{}]*)\}\}/g;

/** Refuses texts with unknown or unused variables, and languages that do not all use the same variables. */
export function checkTemplate({ variables, body }: Template): void {
  const errors = [
    ...Object.keys(variables)
      .filter((name) => !VARIABLE_NAME.test(name))
      .map((name) => fault(`/variables/${name}`, 'Must be named by a-z, 0-9 and _, beginning with a letter.')),
    ...body.flatMap((texts, at) => faultsOfTexts(texts, at, variables)),
    ...repeatedLanguages(body),
    ...faultOfSize({ actions: [], body }, '/body'),
  ];
  refuse(errors);
}

/**
 * Fills in the values, formatted for each language. Each value is isolated, so that it cannot change the writing
 * direction of the text around it.
 */
export function render({ variables, body }: Template, values: Readonly<Record<string, unknown>>): ContentBody[] {
  refuse([
    ...Object.keys(values)
      .filter((name) => !Object.hasOwn(variables, name))
      .map((name) => fault(`/values/${name}`, 'The template has no such variable.')),
    ...Object.entries(variables).flatMap(([name, variable]) => {
      const detail = faultOfValue(variable, Object.hasOwn(values, name) ? values[name] : undefined);
      return detail === undefined ? [] : [fault(`/values/${name}`, detail)];
    }),
  ]);
  const rendered = body.map((texts) => renderIn(texts, variables, values));
  refuse([...rendered.flatMap(tooLong), ...faultOfSize({ actions: [], body: rendered }, '/values')]);
  return rendered;
}

function renderIn(texts: ContentBody, variables: Variables, values: Readonly<Record<string, unknown>>): ContentBody {
  const filled = (text: string): string =>
    text.replace(PLACE, (whole, name: string) => {
      const variable = variables[name];
      return variable ? isolatedIn(text.replace(PLACE, ''), shownIn(texts.lng, variable, values[name])) : whole;
    });
  return { ...texts, subject: filled(texts.subject), message: filled(texts.message) };
}

function faultsOfTexts({ subject, message }: ContentBody, at: number, variables: Variables): FieldError[] {
  const named = new Set([...`${subject}\n${message}`.matchAll(PLACE)].map(([, name = '']) => name));
  const unknown = [...named].filter((name) => !Object.hasOwn(variables, name));
  const missing = Object.keys(variables).filter((name) => !named.has(name));
  const isBroken = /\{\{|\}\}/.test(`${subject}\n${message}`.replace(PLACE, ''));
  return [
    ...unknown.map((name) => fault(`/body/${at}/message`, `There is no variable ${name.slice(0, 64)}.`)),
    ...missing.map((name) => fault(`/body/${at}/message`, `Must show {{${name}}}, as every language must.`)),
    ...(isBroken
      ? [fault(`/body/${at}/message`, 'Must not contain {{ or }}, except around the name of a variable.')]
      : []),
  ];
}

const repeatedLanguages = (body: readonly ContentBody[]): FieldError[] =>
  repeated(body.map(({ lng }) => lng.toLowerCase())).map((at) => fault(`/body/${at}/lng`, 'Must be unique.'));

function tooLong({ lng, subject, message }: ContentBody): FieldError[] {
  const limits: [string, string, number][] = [
    ['subject', subject, LONGEST_SUBJECT],
    ['message', message, LONGEST_MESSAGE],
  ];
  return limits
    .filter(([, text, most]) => Array.from(text).length > most)
    .map(([name, , most]) =>
      fault('/values', `These values make the ${name} in ${lng} longer than ${most} characters.`),
    );
}

const MOST_ERRORS = 20;
const fault = (pointer: string, detail: string): FieldError => ({ pointer, detail });

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors: errors.slice(0, MOST_ERRORS) });
}
