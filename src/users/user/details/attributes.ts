import type { FieldError } from '../../../shared/kernel/index.js';

/** Facts about a user that the enterprise stores here, to appear as claims in tokens for its own APIs. */
export type Attributes = Readonly<Record<string, string>>;

export const MOST_ATTRIBUTES = 20;
export const LONGEST_ATTRIBUTE = 255;

/** The form of a name. It excludes properties that every object has, such as `__proto__`. */
export const ATTRIBUTE_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

export const attributeFaults = (attributes: Attributes): FieldError[] =>
  Object.keys(attributes).flatMap((name) =>
    ATTRIBUTE_NAME.test(name)
      ? []
      : [
          {
            pointer: '/attributes',
            detail: 'Each name must begin with a letter, and have up to 64 letters, digits and _.-',
          },
        ],
  );
