import { useState } from 'preact/hooks';
import { words } from '../../../words/words.js';
import type { Body, Template, TemplateVariable } from '../types.js';

const texts = words.notifications.templates;
const PLACE = /\{\{([^{}]*)\}\}/g;
const NAME = /^[a-z][a-z0-9_]{0,63}$/;

export const EMPTY: Body = { lng: 'en', subject: '', message: '' };

/** The texts and variables while they are edited, and the language that is shown. */
export interface Draft {
  readonly bodies: readonly Body[];
  readonly variables: readonly TemplateVariable[];
  readonly language: string;
  readonly speak: (lng: string) => void;
  readonly change: (lng: string, part: Partial<Body>) => void;
  readonly add: (lng: string) => void;
  readonly remove: (lng: string) => void;
  readonly declare: (variables: readonly TemplateVariable[]) => void;
}

export function useDraft(of: Template | undefined): Draft {
  const [bodies, write] = useState<readonly Body[]>(of?.body ?? [EMPTY]);
  const [variables, declare] = useState<readonly TemplateVariable[]>(of?.variables ?? []);
  const [language, speak] = useState(bodies[0]?.lng ?? EMPTY.lng);
  return {
    ...{ bodies, variables, language, speak, declare },
    change: (lng, part) => write(bodies.map((one) => (one.lng === lng ? { ...one, ...part } : one))),
    add: (lng) => {
      write([...bodies, { ...EMPTY, lng }]);
      speak(lng);
    },
    remove: (lng) => {
      const rest = bodies.filter((one) => one.lng !== lng);
      write(rest);
      speak(rest[0]?.lng ?? EMPTY.lng);
    },
  };
}

/** The names of the variables in the texts, without repetitions. */
export const namesIn = ({ subject, message }: Body): string[] => [
  ...new Set(
    [...`${subject}\n${message}`.matchAll(PLACE)].map(([, name = '']) => name).filter((name) => NAME.test(name)),
  ),
];

/** The errors for which the service would refuse the texts of a language. */
export function faultsOf(body: Body, variables: readonly TemplateVariable[]): string[] {
  const shown = namesIn(body);
  const declared = new Set(variables.map(({ name }) => name));
  return [
    ...(body.subject.trim() === '' ? [texts.noSubject] : []),
    ...(body.message.trim() === '' ? [texts.noMessage] : []),
    ...variables.filter(({ name }) => !shown.includes(name)).map(({ name }) => texts.notShown(name)),
    ...shown.filter((name) => !declared.has(name)).map((name) => texts.notDeclared(name)),
  ];
}

const SAMPLES: Readonly<Record<string, string>> = {
  money: '25.00 EUR',
  number: '42',
  date: '2026-01-31',
};

/** The texts with example values for the variables, as the phone may show them. */
export function sampled(body: Body, variables: readonly TemplateVariable[]): Body {
  const types = new Map(variables.map(({ name, type }) => [name, type]));
  const filled = (text: string): string =>
    text.replace(PLACE, (whole, name: string) => {
      const type = types.get(name);
      return type === undefined ? whole : (SAMPLES[type] ?? texts.sample(name));
    });
  return { ...body, subject: filled(body.subject), message: filled(body.message) };
}
