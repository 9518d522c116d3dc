/** Pictures of a person who does not exist: as on an old passport, and as before a camera today. */
export interface DrawnPerson {
  readonly portrait: string;
  readonly selfie: string;
}

const HAIR = { then: '#4a3527', now: '#8a6a45' };

function face(hair: string, { glasses, smile }: { readonly glasses: boolean; readonly smile: boolean }): string {
  const rims = '<circle cx="42" cy="58" r="7"/><circle cx="58" cy="58" r="7"/><path d="M49 58h2"/>';
  return `
    <path d="M10 120c2-24 18-34 40-34s38 10 40 34z" fill="#8a5560"/>
    <path d="M24 52c-3 20-4 40 2 48h48c6-8 5-28 2-48z" fill="${hair}"/>
    <path d="M41 76h18v16c-5 5-13 5-18 0z" fill="#d3a37c"/>
    <ellipse cx="50" cy="57" rx="21" ry="26" fill="#e6ba94"/>
    <path d="M28 56c-1-20 9-31 22-31s23 11 22 31c-4-10-10-17-20-18-9 3-17 8-24 18z" fill="${hair}"/>
    <g fill="#2b2420"><ellipse cx="42" cy="58" rx="2.1" ry="2.5"/><ellipse cx="58" cy="58" rx="2.1" ry="2.5"/></g>
    <path d="M37.5 52q4.500-2.600 8.500 0M54 52q4.500-2.600 8.500 0" stroke="${hair}" stroke-width="1.700" fill="none" stroke-linecap="round"/>
    <path d="M50 60v6.500q-2.500 1.500-3.500.5" stroke="#00000044" stroke-width="1.400" fill="none" stroke-linecap="round"/>
    <path d="${smile ? 'M43 73q7 5 14 0' : 'M43.5 74h13'}" stroke="#9b4f47" stroke-width="1.900" fill="none" stroke-linecap="round"/>
    ${glasses ? `<g fill="none" stroke="#2b2b2b" stroke-width="1.500">${rims}</g>` : ''}`;
}

const picture = (behind: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="864" viewBox="0 0 100 120">${behind}${content}</svg>`;

export const DRAWN_PERSON: DrawnPerson = {
  portrait: picture(
    '<rect width="100" height="120" fill="#e3ded1"/>',
    face(HAIR.then, { glasses: false, smile: false }),
  ),
  selfie: picture(
    '<rect width="100" height="120" fill="#c8d0cc"/><path d="M0 84L34 60l26 18 40-30v72H0z" fill="#b3beb9"/>',
    face(HAIR.now, { glasses: true, smile: true }),
  ),
};
