import { committed, filled, type RequestText } from '@countersign/evidence';
import { canonicalDigest, type JsonObject } from '../../shared/kernel/index.js';
import { type ApprovalAction, type ApprovalText, NOT_ME } from '../contract/approval-device.port.js';
import { languages } from '../hosted-pages/words/languages.js';
import type { Level } from '../sessions/levels.js';
import { meaningOf } from '../hosted-pages/words/scope-meanings.js';
import { approvalWords, type ApprovalWords } from './approval-words.js';

/** An element of `authorization_details`, and the texts that describe it to the user, by language. */
export interface ShownDetail {
  readonly detail: JsonObject & { readonly type: string };
  readonly version: number;
  readonly texts: Readonly<Record<string, RequestText>>;
}

/** The part of a question that tells the user who asks, and for what. */
export interface ReadByUser {
  readonly clientId: string;
  readonly clientName: string;
  /** The scopes that the user must consent to. */
  readonly scopes: readonly string[];
  readonly bindingMessage: string | undefined;
  readonly details: readonly ShownDetail[];
}

export interface AskedOfUser extends ReadByUser {
  readonly level: Level;
  readonly acr: string;
}

export interface ApprovalContent {
  readonly request: JsonObject;
  readonly actions: readonly ApprovalAction[];
  readonly texts: readonly ApprovalText[];
}

const ACCEPT = 'accept';
const SIGN = 'sign';
const REJECT = 'reject';

/**
 * For each level of approval, the `authlevel` of the answer that approves: how the user confirms the answer, in
 * addition to the signature with the device key.
 */
const AUTH_LEVEL = { 1: 0, 2: 1, 3: 3 } as const satisfies Record<Level, ApprovalAction['authlevel']>;

/**
 * Builds the question for the phone. The values of the answers that approve or decline end with the digest of the
 * request. So every phone signs the digest with the answer, even if its app does not support approvals.
 */
export function approvalContent({ level, acr, ...asked }: AskedOfUser): ApprovalContent {
  const { templates, request } = requestOf(asked, { acr });
  const accept = { label: 'approve', value: ACCEPT, authlevel: AUTH_LEVEL[level] } as const;
  return { request, actions: actionsOf(request, accept), texts: textsOf(request, templates) };
}

/**
 * Builds the question that asks a user to sign data from their own app. The request includes the purpose `signature`,
 * so that the evidence cannot be presented as evidence of an approval.
 */
export function signatureContent(asked: ReadByUser, authlevel: ApprovalAction['authlevel']): ApprovalContent {
  const { templates, request } = requestOf(asked, { purpose: 'signature' });
  const sign = { label: 'sign', value: SIGN, authlevel } as const;
  return { request, actions: actionsOf(request, sign), texts: textsOf(request, templates) };
}

type Templates = Readonly<Record<string, RequestText>>;

function requestOf(asked: ReadByUser, meaning: { readonly acr: string } | { readonly purpose: 'signature' }) {
  const templates: Templates = templatesOf(asked);
  const request = {
    client_id: asked.clientId,
    client_name: asked.clientName,
    ...(asked.bindingMessage !== undefined && { binding_message: asked.bindingMessage }),
    ...(asked.details.length > 0 && { authorization_details: asked.details.map(({ detail }) => detail) }),
    ...meaning,
    template: {
      digest: canonicalDigest(templates as unknown as JsonObject),
      versions: Object.fromEntries(asked.details.map(({ detail, version }) => [detail.type, version])),
    },
    texts: templates as unknown as JsonObject,
  };
  return { templates, request };
}

/** The value of the answer that approves this request. */
export const answerThatApproves = (request: JsonObject): string => `${ACCEPT}.${canonicalDigest(committed(request))}`;

/** The answer with which the user agrees: it either approves a request or signs data. */
interface Agreement {
  readonly label: 'approve' | 'sign';
  readonly value: typeof ACCEPT | typeof SIGN;
  readonly authlevel: ApprovalAction['authlevel'];
}

function actionsOf(request: JsonObject, { label, value, authlevel }: Agreement): ApprovalAction[] {
  const digest = canonicalDigest(committed(request));
  const { [label]: agree, decline, notMe } = wordsOf('en');
  return [
    { label: agree, action: `${value}.${digest}`, authlevel },
    { label: decline, action: `${REJECT}.${digest}`, authlevel: 0 },
    { label: notMe, action: NOT_ME, authlevel: 0 },
  ];
}

function textsOf(request: JsonObject, templates: Templates): ApprovalText[] {
  const english = wordsOf('en');
  return Object.entries(templates).map(([lng, { subject, message }]) => {
    const own = wordsOf(lng);
    const agree = 'purpose' in request ? 'sign' : 'approve';
    const label = Object.fromEntries(([agree, 'decline', 'notMe'] as const).map((name) => [english[name], own[name]]));
    const read = committed(request);
    return { lng, subject: filled(subject, read), message: filled(message, read), ...(lng !== 'en' && { label }) };
  });
}

/** The text templates of the question, in every language for which all details have texts. */
function templatesOf(asked: ReadByUser): Record<string, RequestText> {
  const [first] = asked.details;
  const spoken = first ? Object.keys(first.texts) : Object.keys(approvalWords);
  const common = spoken.filter((lng) => asked.details.every(({ texts }) => Object.hasOwn(texts, lng)));
  return Object.fromEntries(common.map((lng) => [lng, templateIn(lng, asked)]));
}

function templateIn(lng: string, { details, scopes, bindingMessage }: ReadByUser): RequestText {
  const words = wordsOf(lng);
  const own = details.map(({ texts, detail }, at) => placed(texts[lng], detail, at));
  const lines = [
    ...(own.length === 0 ? [words.message] : own.map(({ message }, at) => withSubject(own, message, at))),
    ...learnt(lng, words, scopes),
    ...(own.length === 0 ? [] : [words.askedBy]),
    ...(bindingMessage === undefined ? [] : [words.compare]),
  ];
  return { subject: own[0]?.subject ?? words.subject, message: lines.join('\n') };
}

/**
 * Puts the subject of a detail above its message, as a heading. The first detail gets no heading, because its subject
 * is the subject of the whole question.
 */
const withSubject = (all: readonly RequestText[], message: string, at: number): string =>
  at === 0 ? message : `${all[at]?.subject ?? ''}\n${message}`;

function learnt(lng: string, words: ApprovalWords, scopes: readonly string[]): string[] {
  const shownScopes = scopes.filter((scope) => scope !== 'openid');
  const page = languages.find(({ tag }) => tag === lng) ?? languages.find(({ tag }) => tag === 'en');
  if (shownScopes.length === 0 || !page) return [];
  return [words.alsoAsks, ...shownScopes.map((scope) => `– ${meaningOf(page.words, scope)}`)];
}

/**
 * The text templates of one detail. Their placeholders name members of the detail, and are rewritten as paths in the
 * whole request. Lines with placeholders for members that the detail lacks are left out.
 */
function placed(text: RequestText | undefined, detail: JsonObject, at: number): RequestText {
  const { subject = '', message = '' } = text ?? {};
  const within = (line: string): string =>
    line.replace(/\{([A-Za-z0-9_.]+)\}/g, (_written, path: string) => `{authorization_details.${at}.${path}}`);
  const probe = { authorization_details: Array.from({ length: at + 1 }, () => detail) };
  const isWhole = (line: string): boolean => !/\{authorization_details\./.test(filled(line, probe));
  return { subject: within(subject), message: message.split('\n').map(within).filter(isWhole).join('\n') };
}

/** The text of a detail as shown on a page. Users do not sign this text, so amounts are formatted for the language. */
export function readableText({ detail, texts }: ShownDetail, language: string): RequestText {
  const { subject, message } = placed(texts[language] ?? texts['en'], detail, 0);
  const read = { authorization_details: [withGroups(detail, language)] };
  return { subject: filled(subject, read), message: filled(message, read) };
}

const AMOUNT = /^[1-9][0-9]{3,11}(?:[.]([0-9]{1,4}))?$/;

function withGroups(value: JsonObject, language: string): JsonObject {
  const members = Object.entries(value).map(([name, member]) => {
    if (name === 'amount' && typeof member === 'string') return [name, grouped(member, language)] as const;
    const isObject = typeof member === 'object' && member !== null && !Array.isArray(member);
    return [name, isObject ? withGroups(member as JsonObject, language) : member] as const;
  });
  return Object.fromEntries(members);
}

function grouped(amount: string, language: string): string {
  const found = AMOUNT.exec(amount);
  if (!found) return amount;
  const digits = found[1]?.length ?? 0;
  const form = { numberingSystem: 'latn', minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(language, { ...form, useGrouping: 'always' }).format(amount as `${number}`);
}

/** The texts in the given language, or in English if the language is not supported. */
const wordsOf = (lng: string): ApprovalWords => approvalWords[lng] ?? (approvalWords['en'] as ApprovalWords);
