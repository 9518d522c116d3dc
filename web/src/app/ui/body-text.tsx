import type { ComponentChildren } from 'preact';
import type { Body } from '@countersign/client';
import { directionOf, langOf, languageName, linesOf } from '../actions.js';
import { t } from '../language.js';

interface BodyTextProps {
  readonly body: Body;
  /**
   * Whether a program has sent the request. The subject is then the most important line, and an amount in it is
   * emphasised.
   */
  readonly isOfProgram: boolean;
  readonly title: (subject: ComponentChildren) => ComponentChildren;
}

/** The enterprise's words, exactly as they are signed: in their language and direction, with their line breaks. */
export const BodyText = ({ body, isOfProgram, title }: BodyTextProps) => {
  const text = { lang: langOf(body.lng), dir: directionOf(body.lng) };
  return (
    <div class={`body ${isOfProgram ? 'of-program' : ''}`}>
      {title(<span {...text}>{isOfProgram ? withAmount(body.subject) : body.subject}</span>)}
      <p class="message" {...text}>
        {linesOf(body.message).map(({ name, text: value }, index) => (
          <span key={index} class={name === undefined ? undefined : 'fact'}>
            {name !== undefined && <span class="name">{name}</span>}
            {name === undefined ? value : isolated(value)}
          </span>
        ))}
      </p>
    </div>
  );
};

/**
 * Isolates the text direction of each part between commas, so that a network address is not reversed in an Arabic line.
 */
const isolated = (value: string): ComponentChildren =>
  value.split(/(, )/).map((part, index) => (index % 2 === 1 ? part : <bdi key={index}>{part}</bdi>));

const AMOUNT = /(\d[\d.,]*\s[A-Z]{3})(\p{P}?)/u;

/** Emphasises an amount in the subject. */
function withAmount(subject: string): ComponentChildren {
  const found = AMOUNT.exec(subject);
  if (!found) return subject;
  const [all, amount, mark] = found;
  return (
    <>
      {subject.slice(0, found.index)}
      <span class="amount">
        <bdi>{amount}</bdi>
        {mark}
      </span>
      {subject.slice(found.index + all.length)}
    </>
  );
}

interface SwitchProps {
  readonly bodies: readonly Body[];
  readonly chosen: string;
  readonly choose: (lng: string) => void;
}

export const LanguageSwitch = ({ bodies, chosen, choose }: SwitchProps) =>
  bodies.length < 2 ? null : (
    <div class="languages-of" role="group" aria-label={t('languageOfRequest')}>
      {bodies.map(({ lng }) => (
        <button
          key={lng}
          type="button"
          class="chip"
          lang={langOf(lng)}
          aria-pressed={lng === chosen}
          onClick={() => choose(lng)}
        >
          {languageName(lng)}
        </button>
      ))}
    </div>
  );
