import { canonicalDigest, type FieldError, folded, type JsonValue, KernelErrors } from '../../shared/kernel/index.js';
import type { Content, ContentAction, ContentBody } from '@countersign/evidence';
import { faultOfSize } from '../notification/content/content-size.js';

/** The text of a push. Locked screens show it, so it must not contain anything private. */
export interface PushMessage {
  readonly subject: string;
  readonly message: string;
}

/** The template that supplies the texts of a request, and the values to fill in. */
export interface TemplateUse {
  readonly templateId: string;
  /** The version of the template. If undefined, the newest version is used. */
  readonly version?: number | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A request from an enterprise's server to create a notification. */
export interface NotificationRequest {
  readonly userId: string;
  readonly msgId: string;
  readonly expiresInSeconds: number;
  readonly actions: readonly ContentAction[];
  /** The texts in each language; empty if they come from a template. */
  readonly body: readonly ContentBody[];
  readonly template: TemplateUse | null;
  readonly dsRequired: boolean;
  readonly pushMessage: PushMessage | null;
  readonly callbackUrl: string | null;
}

export const SHORTEST_LIFE_SECONDS = 15;
export const LONGEST_LIFE_SECONDS = 2_592_000;
export const MOST_LANGUAGES = 100;
export const MOST_ACTIONS = 8;
/** Maximum number of open notifications per user. */
export const MOST_ACTIVE = 200;

/**
 * Computes a digest that is the same for repeated requests. It ignores `expires_in`. It covers the id of a template but
 * not its texts, which may have changed between the requests.
 */
export function requestDigest(request: NotificationRequest): string {
  const { userId, actions, body, template, dsRequired, pushMessage, callbackUrl } = request;
  const languages = Object.fromEntries(body.map(({ lng, ...texts }) => [lng, texts]));
  const texts = template ? { ...template, version: template.version ?? null } : languages;
  const asked = { userId, actions, texts, isTemplate: template !== null, dsRequired, pushMessage, callbackUrl };
  return canonicalDigest(asked as unknown as JsonValue);
}

/** Checks rules that span several fields: the total size, duplicate names, and labels without an action. */
export function checkContent({ actions, body }: Content, textsComeFrom: '/body' | '/values'): void {
  const errors = [
    ...faultOfSize({ actions, body }, textsComeFrom),
    ...repeated(actions.map(({ action }) => action)).map((at) => fault(`/actions/${at}/action`, 'Must be unique.')),
    ...repeated(body.map(({ lng }) => lng.toLowerCase())).map((at) => fault(`/body/${at}/lng`, 'Must be unique.')),
    ...alike(actions.map(({ label }) => label)).map((at) => fault(`/actions/${at}/label`, LOOKS_ALIKE)),
    ...body.flatMap(({ label = {} }, at) => [...strayLabels(label, actions, at), ...labelsAlike(label, actions, at)]),
  ];
  if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors: errors.slice(0, MOST_ERRORS) });
}

const MOST_ERRORS = 20;

const fault = (pointer: string, detail: string): FieldError => ({ pointer, detail });

/** The positions of values that repeat an earlier value. */
export const repeated = (values: readonly string[]): number[] =>
  values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));

const LOOKS_ALIKE = 'Must not look like the label of another action.';
const alike = (labels: readonly string[]): number[] => repeated(labels.map(folded));

/** Reports buttons whose labels look alike in one language. */
function labelsAlike(label: Readonly<Record<string, string>>, actions: Content['actions'], at: number): FieldError[] {
  const own = new Map(Object.entries(label));
  if (own.size === 0) return [];
  const shown = actions.map((action) => own.get(action.label) ?? action.label);
  return alike(shown)
    .map(() => fault(`/body/${at}/label`, LOOKS_ALIKE))
    .slice(0, 1);
}

function strayLabels(label: object, actions: Content['actions'], at: number): FieldError[] {
  const labels = new Set(actions.map((action) => action.label));
  const stray = Object.keys(label).filter((name) => !labels.has(name));
  return stray.map((name) =>
    fault(`/body/${at}/label/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'Must name the label of an action.'),
  );
}
