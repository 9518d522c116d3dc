export { Icon } from '../app/ui/icon.js';

/** The bank's logo: a lantern. */
export const BankMark = () => (
  <svg class="mark" viewBox="0 0 36 36" aria-hidden="true">
    <rect class="ground" width="36" height="36" rx="10" />
    <path d="M18 7l8 6v16H10V13z" fill="none" stroke="#fff" stroke-width="2.600" stroke-linejoin="round" />
    <circle cx="18" cy="19" r="3.600" fill="#ffd778" />
  </svg>
);

export const CountersignMark = () => (
  <svg class="mark" viewBox="0 0 36 36" aria-hidden="true">
    <rect width="36" height="36" rx="9" fill="#0e5c53" />
    <g fill="none" stroke="#fff" stroke-width="3.200" stroke-linecap="round" stroke-linejoin="round">
      <path d="M8.500 19l4.700 4.700 7.300-10.700" />
      <path d="M17.500 22.200l1.500 1.500 8.500-10.700" opacity="0.620" />
    </g>
  </svg>
);
