import { useApp } from '../context.js';
import { language, t } from '../language.js';
import { BRAND_LINKS } from '../settings.js';

/** The links of the enterprise, such as its privacy policy, for people who are not signed in. */
function BrandLinks() {
  const { links } = useApp().settings;
  const set = BRAND_LINKS.filter((link) => links[link]);
  if (set.length === 0) return null;
  return (
    <nav aria-label={t('about')}>
      {set.map((link) => (
        <a key={link} href={links[link]} target="_blank" rel="noreferrer">
          {t(link)}
        </a>
      ))}
    </nav>
  );
}

/** A choice of the app's languages, each named in its own language. */
export function Languages() {
  const { settings, choose } = useApp();
  const current = language().tag;
  return (
    <footer class="languages">
      <BrandLinks />
      <nav aria-label={t('language')}>
        {settings.languages.map((one) => (
          <button
            key={one.tag}
            type="button"
            class="link"
            lang={one.tag}
            aria-pressed={one.tag === current}
            onClick={() => choose(one)}
          >
            {one.name}
          </button>
        ))}
      </nav>
    </footer>
  );
}
