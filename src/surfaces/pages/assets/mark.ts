/** Two strokes, one signing beside the other. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img" aria-label="">
  <rect width="32" height="32" rx="8" fill="#0e4f4a"/>
  <path d="M8 17.5l4.5 4.5L19 11" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
  <path d="M16 20.5l1.8 1.8L25 11" fill="none" stroke="#7fd6c2" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;
