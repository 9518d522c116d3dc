/**
 * Invisible characters, and those that change the direction of the text around them: format characters, fillers,
 * noncharacters.
 */
const HIDDEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/gu;

/** Scripts whose letters are never joined. A joiner character between their letters can only serve to hide text. */
const UNJOINED = ['Latin', 'Greek', 'Cyrillic', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Common'];
const LETTER = `(?!${UNJOINED.map((script) => `\\p{Script=${script}}`).join('|')})[\\p{L}\\p{M}]`;
const PICTURE = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]';

/** Matches joiners, variation selectors and tags in the places where a script or an emoji needs them. */
const NEEDED = new RegExp(
  [
    `(?<=${LETTER})[\\u200c\\u200d](?=[\\p{L}\\p{M}])`,
    `(?<=${PICTURE})\\u200d(?=\\p{Extended_Pictographic})`,
    '(?<=[\\p{Extended_Pictographic}\\d#*])[\\ufe0e\\ufe0f]',
    '(?<=\\p{Script=Han})[\\ufe00-\\ufe0d\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
    // The flags of England, Scotland and Wales use invisible tag characters.
    '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
  ].join('|'),
  'gu',
);

/**
 * Matches direction marks, which Arabic and Hebrew need. A mark next to a number is not matched, because it could
 * change the order of the digits.
 */
const MARKS = /(?<!\p{N}[^\p{L}\s]*)[\u200e\u200f\u061c](?![^\p{L}\s]*\p{N})/gu;

/**
 * Whether a text contains no invisible characters, except those that a script or an emoji needs, and is displayed in
 * the order in which it is written.
 */
export const isPlainlyVisible = (text: string): boolean => !HIDDEN_ONCE.test(text.replace(NEEDED, ''));

/**
 * Like `isPlainlyVisible`, but for multi-line text. Direction marks are also allowed if the text contains right-to-left
 * letters.
 */
export const isVisibleProse = (text: string): boolean =>
  isPlainlyVisible(RIGHT_TO_LEFT_LETTER.test(text) ? text.replace(MARKS, '') : text);
const HIDDEN_ONCE = new RegExp(HIDDEN.source, 'u');

/** Whether a text contains no visible characters. */
export const isBlank = (text: string): boolean => text.replace(HIDDEN, '').trim() === '';

/**
 * Normalises a text for comparison. Texts that differ only in compatibility forms such as width (NFKC), case, spaces or
 * invisible characters give the same result.
 */
export const folded = (text: string): string =>
  text.normalize('NFKC').replace(HIDDEN, '').replace(/\s+/g, ' ').trim().toLowerCase();

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const RIGHT_TO_LEFT_LETTER = new RegExp(`(?=\\p{L})${RIGHT_TO_LEFT.source}`, 'u');
const LEFT_TO_RIGHT = new RegExp(`(?!${RIGHT_TO_LEFT.source})\\p{L}`, 'u');
const STRONG = new RegExp(`${RIGHT_TO_LEFT.source}|${LEFT_TO_RIGHT.source}`, 'u');

/** Whether a text as a whole runs from right to left, which its first letter determines (UAX #9). */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(STRONG.exec(text)?.[0] ?? '');

const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];

/**
 * Returns `part` for insertion into `text`. If `part` contains characters of the opposite direction, it is enclosed in
 * isolates, so that it does not reorder the text around it.
 */
export const isolatedIn = (text: string, part: string): string =>
  (isRightToLeft(text) ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(part)
    ? `${FIRST_STRONG_ISOLATE}${part}${POP_ISOLATE}`
    : part;
