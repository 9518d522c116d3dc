import type { Page } from 'playwright-core';
import { violationsOf } from './axe.js';

/** Rules whose result depends on colours, so they are checked in every colour scheme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Combinations of colours that axe has seen, on any page. */
const seen = new Set<string>();

/**
 * Keeps each element with text, or for text, in `withText`. Returns for each all that its contrast depends on: its own
 * letters, those around it, and everything painted where it stands, in the order of the document.
 */
const COMBINATIONS = `(() => {
  const visible = [...document.querySelectorAll('html, body, body *')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const styles = new Map(visible.map((element) => [element, getComputedStyle(element)]));
  const boxes = new Map(visible.map((element) => [element, element.getBoundingClientRect()]));
  const pick = (element, ...names) => names.map((name) => styles.get(element)[name]).join(' ');
  const paintOf = (element) => pick(element, 'backgroundColor', 'backgroundImage', 'opacity', 'filter', 'mixBlendMode');
  const painted = visible
    .filter((element) => paintOf(element) !== 'rgba(0, 0, 0, 0) none 1 none normal')
    .map((element) => [boxes.get(element), paintOf(element) + pick(element, 'position', 'zIndex')]);
  const lettersOf = (element) =>
    pick(element, 'color', 'fontSize', 'fontWeight', 'textShadow', 'textDecorationLine', 'borderBottom');
  const meet = (one, other) =>
    one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
  const holdsText = (element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
  const isOff = (element) => Boolean(
    element.closest(':disabled, [aria-disabled=true], [inert]') ?? element.closest('label')?.control?.matches(':disabled'));
  globalThis.withText = visible.filter((element) => holdsText(element) && !element.closest('.unseen'));
  return withText.map((element) => {
    const behind = painted.filter(([box]) => meet(box, boxes.get(element))).map(([, paint]) => paint);
    return [element.localName, isOff(element), lettersOf(element), lettersOf(element.parentElement), ...behind].join('; ');
  });
})()`;

/** The violations of colours that axe finds in combinations that it has not seen yet. */
export async function wrongColours(page: Page): Promise<string[]> {
  const fresh: number[] = [];
  for (const [index, combination] of (await page.evaluate<string[]>(COMBINATIONS)).entries()) {
    if (!seen.has(combination)) fresh.push(index);
    seen.add(combination);
  }
  if (fresh.length === 0) return [];
  return violationsOf(page, COLOURS, `${JSON.stringify(fresh)}.map((index) => withText[index])`);
}
