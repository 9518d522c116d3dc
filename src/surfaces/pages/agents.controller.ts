import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { GuideFiles } from './guide-files.js';
import { PackedText } from './packed-text.js';

/** The guide for coding agents, by the convention of llmstxt.org. */
@ApiExcludeController()
@WithoutToken('the guide is public')
@Throws(KernelErrors.notFound)
@Controller()
export class AgentsController {
  readonly #files = new GuideFiles();
  readonly #texts = new Map<string, PackedText>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get('llms.txt')
  list(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#send('llms.txt', request, response);
  }

  @Get('llms-full.txt')
  full(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#send('llms-full.txt', request, response);
  }

  #send(name: string, request: Request, response: Response): Promise<void> {
    const text = this.#texts.get(name) ?? new PackedText(this.#withWholeAddresses(name));
    this.#texts.set(name, text);
    return text.send(request, response, 'text/plain; charset=utf-8');
  }

  /** Makes links absolute, because an agent may read the text without knowing its URL. */
  #withWholeAddresses(name: string): string {
    const text = this.#files.find(name)?.read('identity').toString('utf8');
    if (text === undefined) throw KernelErrors.notFound();
    return text.replaceAll('](/', `](${this.config.managementUrl}/`);
  }
}
