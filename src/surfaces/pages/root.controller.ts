import { All, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { type SurfaceName, Throws } from '../../shared/http/index.js';
import { html, type Html, KernelErrors } from '../../shared/kernel/index.js';
import { filled, PageSender } from '../../shared/pages/index.js';
import type { Words } from './root.words.js';

const READING = ['GET', 'HEAD'];

/** Serves a page at `/` of every listener, which describes what the listener is for and has links. */
@ApiExcludeController()
@WithoutToken('it says what is public')
@Throws(KernelErrors.notFound)
@Controller()
export class RootController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly pages: PageSender<Words>,
  ) {}

  /** Responds to a browser's GET or HEAD with the page, and to every other request with 404. */
  @All('/')
  async root(@Req() request: Request, @Res() response: Response): Promise<void> {
    const name = request.surface?.name;
    const isPerson = READING.includes(request.method) && request.accepts(['json', 'html']) === 'html';
    if (name === undefined || !isPerson) throw KernelErrors.notFound();
    if (name === 'console') throw KernelErrors.notFound();
    if (name === 'demo') {
      response.redirect('/demo/');
      return;
    }
    const setting = await this.pages.settingFor(request);
    const { words } = setting.language;
    const title = words[`${name}Title`];
    const main = html`<h1>${title}</h1>
      <p class="lead">${filled(words[`${name}Text`], { brand: setting.brand.name })}</p>
      ${linkList(this.#linksOf(name, words))}`;
    this.pages.send(request, response, 200, { ...setting, title, main, path: '/' });
  }

  #linksOf(name: Described, words: Words): readonly Link[] {
    const documents: readonly Link[] = this.config.apiDocs ? [['/docs', words.apiReference]] : [];
    const links: Readonly<Record<Described, readonly Link[]>> = {
      auth: [
        ['/service/account/', words.accountPage],
        ['/service/evidence', words.verifyEvidence],
      ],
      management: [['/docs/guide', words.guide], ...documents, ['/docs/problems', words.errorList]],
      idv: [],
      mobile: [['/app/', words.openApp]],
      ops: [
        ['/health/ready', words.readiness],
        ['/metrics', words.metrics],
      ],
    };
    return links[name];
  }
}

/** The listeners that show this page at `/`. The demo and the console have their own pages. */
type Described = Exclude<SurfaceName, 'demo' | 'console'>;
type Link = readonly [href: string, text: string];

const linkList = (links: readonly Link[]): Html =>
  links.length === 0
    ? html``
    : html`<div class="actions">
        ${links.map(
          ([href, text], index) => html`<a class="button ${index === 0 ? '' : 'quiet'}" href="${href}">${text}</a>`,
        )}
      </div>`;
