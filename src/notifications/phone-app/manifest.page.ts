import type { Setting } from '../../shared/pages/index.js';
import { BACKGROUNDS, queryOf } from './phone-app.page.js';
import type { Words } from './phone-app.words.js';

/** The web app manifest, which makes the app installable. Each OAuth client has its own app, with its own branding. */
export const appManifest = ({ brand, language }: Setting<Words>, clientId: string | undefined) => ({
  id: `/app/${queryOf(clientId)}`,
  name: brand.name,
  short_name: brand.name,
  lang: language.tag,
  dir: language.direction,
  start_url: `/app/${queryOf(clientId)}`,
  scope: '/app/',
  display: 'standalone',
  background_color: BACKGROUNDS.light,
  theme_color: BACKGROUNDS.light,
  categories: ['finance', 'security'],
  icons: [
    ...[192, 512].map((size) => icon('icon', size, 'any', clientId)),
    ...[192, 512].map((size) => icon('maskable', size, 'maskable', clientId)),
    icon('badge', 96, 'monochrome', clientId),
  ],
});

const icon = (name: string, size: number, purpose: string, clientId: string | undefined) => ({
  src: `/app/icons/${name}-${size}.png${queryOf(clientId)}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
