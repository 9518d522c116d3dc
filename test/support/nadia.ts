import { createHash } from 'node:crypto';
import type { GuideReader } from './guide-reader.js';
import { Person, type Seen } from './person.js';

export const VERIFIER = 'a-verifier-of-forty-three-characters-or-more';
const PASSWORD = 'lamp orbit velvet 27 canoe';

/** Whom the guide to sign-in makes, as a visitor of the service. */
export class Nadia {
  readonly issuer: string;
  #activated = false;

  constructor(private readonly reader: GuideReader) {
    this.issuer = `${reader.service.config.authUrl}/service/authserver`;
  }

  /** `visited`: addresses of applications. At all others her way ends. */
  browser(...visited: string[]): Person {
    return new Person(this.reader.service, {}, visited);
  }

  /** Gets past the form: by her activation code, when she comes first. */
  async enter(person: Person, page: Seen): Promise<Seen> {
    if (this.#activated) return person.send(page, '/login', { login: 'nadia', password: PASSWORD });
    this.#activated = true;
    const form = await person.follow(page, '/activate');
    return person.send(form, '/activate', { login: 'nadia', activation_code: 'TRY-2468', new_password: PASSWORD });
  }

  /** What the web app of the guide could send her away with. */
  request(changes: Record<string, string> = {}): URL {
    const url = new URL(`${this.issuer}/oauth/authorize`);
    url.search = new URLSearchParams({
      client_id: this.reader.kept('web-app.json')['clientId'] ?? '',
      response_type: 'code',
      redirect_uri: `${this.reader.appUrl('3000')}/callback`,
      scope: 'openid',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    }).toString();
    return url;
  }
}

export const textOf = ({ html }: Seen): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
