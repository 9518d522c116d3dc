import { Controller, Get, Header, Inject, Param, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { DeveloperOnly, Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { Brands, documentPolicy } from '../../shared/pages/index.js';
import { COMMON_SENDER, type KeptMessage, Mailbox, MessageSender } from '../contract/message-sender.port.js';
import { mailboxPage, MESSAGE_POLICY } from './mailbox.page.js';

/** Shows developers the messages in the mailbox folder, which were not sent. */
@ApiExcludeController()
@Controller('docs')
@UseGuards(DeveloperOnly)
@WithoutToken('a browser on the own machine, in development')
export class MailboxController {
  constructor(
    @Inject(COMMON_SENDER) private readonly sender: MessageSender,
    private readonly brands: Brands,
  ) {}

  @Get('mailbox')
  @Throws(KernelErrors.notFound)
  @Header('Content-Type', 'text/html; charset=utf-8')
  async list(@Res({ passthrough: true }) response: Response): Promise<string> {
    const mailbox = this.#mailbox();
    const brand = await this.brands.of(undefined);
    response.setHeader('Content-Security-Policy', documentPolicy(brand));
    return mailboxPage(brand, mailbox.folder, await mailbox.list());
  }

  @Get('mailbox.json')
  @Throws(KernelErrors.notFound)
  async listAsJson(): Promise<{ messages: readonly KeptMessage[] }> {
    return { messages: await this.#mailbox().list() };
  }

  @Get('mailbox/:id')
  @Throws(KernelErrors.notFound)
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', MESSAGE_POLICY)
  async show(@Param('id') id: string): Promise<string> {
    const message = await this.#mailbox().find(id);
    if (!message) throw KernelErrors.notFound();
    return message.html;
  }

  #mailbox(): Mailbox {
    if (this.sender instanceof Mailbox) return this.sender;
    throw KernelErrors.notFound();
  }
}
