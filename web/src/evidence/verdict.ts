import {
  type Asked,
  attestationText,
  type EvidenceFacts,
  type EvidenceProblem,
  type Offered,
  problemText,
} from '@countersign/evidence';
import { createElement } from '../dom.js';
import { filled, type Words } from './page-data.js';

/** How texts and times are shown: in the language of the page, and in the browser's time zone. */
export interface Show {
  readonly words: Words;
  readonly time: (iso: string) => string;
}

export const alone = (sentence: string): HTMLElement => textIn('p', sentence, 'note');

/** Shows why the file is not valid. */
export function invalid({ words }: Show, name: string, problems: readonly EvidenceProblem[]): HTMLElement {
  const note = createElement('div', { className: 'note bad verdict' });
  const list = createElement('ul');
  list.append(...problems.map((problem) => item(problemText(problem, words))));
  note.append(heading('h2', words.evidenceInvalid), textIn('p', words.evidenceInvalidText), foreign('p', name), list);
  return note;
}

/** Shows the facts of valid evidence: who agreed to what, and when. */
export function valid(show: Show, name: string, facts: EvidenceFacts): HTMLElement {
  const { words } = show;
  const verdict = createElement('div', { className: 'verdict' });
  const note = createElement('div', { className: 'note good' });
  note.append(heading('h2', words.evidenceValid), textIn('p', words.evidenceValidText));
  verdict.append(note, factList(show, name, facts), heading('h3', words.theQuestion));
  verdict.append(...facts.asked.map(question));
  verdict.append(heading('h3', words.theOffers), offers(words, facts));
  return verdict;
}

function factList({ words, time }: Show, name: string, facts: EvidenceFacts): HTMLElement {
  const list = createElement('dl', { className: 'facts' });
  const chosen = facts.offered.find(({ action }) => action === facts.response);
  const rows: readonly (readonly [string, HTMLElement])[] = [
    [words.theAnswer, foreign('strong', answerText(chosen ?? { label: facts.response, action: facts.response }))],
    [words.theUser, foreign('span', facts.userId)],
    [words.theReceived, textIn('span', time(facts.receivedAt))],
    [words.theSigned, textIn('span', time(facts.signedAt))],
    [words.theDevice, code(facts.deviceId)],
    [words.theRegistered, textIn('span', time(facts.registeredAt))],
    ...(facts.attestation ? [[words.theAttestation, code(attestationText(facts.attestation))] as const] : []),
    [words.theNotification, code(facts.notificationUuid)],
    [words.theKey, code(facts.keyId)],
    [words.theFile, foreign('span', name)],
  ];
  for (const [term, value] of rows) {
    const fact = createElement('dd');
    fact.append(value);
    list.append(textIn('dt', term), fact);
  }
  return list;
}

function question({ language, subject, message }: Asked): HTMLElement {
  const place = createElement('div', { className: 'asked', attributes: { dir: 'auto' } });
  if (/^[a-z]{2,3}(?:-[\w-]+)?$/i.test(language)) place.lang = language;
  place.append(foreign('strong', subject), foreign('p', message));
  return place;
}

function offers(words: Words, { offered, response }: EvidenceFacts): HTMLElement {
  const list = createElement('ul');
  const line = (one: Offered): string =>
    one.action === response ? filled(words.chosenAnswer, { label: answerText(one) }) : answerText(one);
  list.append(...offered.map((one) => item(line(one))));
  return list;
}

const answerText = ({ label, action }: Offered): string => (label === action ? label : `${label} (${action})`);

const heading = (level: 'h2' | 'h3', text: string): HTMLElement => textIn(level, text);

function textIn(name: 'dt' | 'h2' | 'h3' | 'p' | 'span', text: string, className = ''): HTMLElement {
  const element = createElement(name, { className });
  element.textContent = text;
  return element;
}

/** An element for text from the evidence. Its direction follows the text, not the page. */
function foreign(name: 'bdi' | 'p' | 'span' | 'strong', text: string): HTMLElement {
  const element = createElement(name, { attributes: { dir: 'auto' } });
  element.textContent = text;
  return element;
}

/** A list item whose text is isolated, so that the marks of all items are on the same side. */
function item(text: string): HTMLElement {
  const element = createElement('li');
  element.append(foreign('bdi', text));
  return element;
}

function code(text: string): HTMLElement {
  const element = createElement('code', { attributes: { dir: 'ltr' } });
  element.textContent = text;
  return element;
}
