import type { ComponentChildren } from 'preact';
import type { Body } from '@countersign/client';
import { directionOf, langOf, languageName, linesOf } from '../actions.js';
import { t } from '../language.js';

interface BodyTextProps {
  readonly body: Body;
  readonly title: (subject: ComponentChildren) => ComponentChildren;
}

/** The enterprise's words, exactly as they are signed: in their language and direction, with their line breaks. */
export const BodyText = ({ body, title }: BodyTextProps) => {
  const text = { lang: langOf(body.lng), dir: directionOf(body.lng) };
  return (
    <div class="body">
      {title(<span {...text}>{body.subject}</span>)}
      <p class="message" {...text}>
        {linesOf(body.message).map(({ name, text: value }, index) => (
          <span key={index} class={name === undefined ? undefined : 'fact'}>
            {name !== undefined && <span class="name">{name}</span>}
            {value}
          </span>
        ))}
      </p>
    </div>
  );
};

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
