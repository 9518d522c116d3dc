import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { Brands } from '../../../shared/pages/index.js';
import { IdvErrors } from '../../contract/idv.errors.js';
import { answersIn, challengeIn, filesIn } from '../chip-bundle.js';
import { ChipExchange } from '../chip-exchange.service.js';
import { zoneKeyOf } from '../page-and-chip.js';
import { ChipFailureDto, OpenChipDto, TakeAnswersDto, TakeFilesDto } from './chip-app.dto.js';

/**
 * Endpoints for the app that reads passport chips. The app sends the code shown on the session's page, then the files
 * from the chip, then the chip's responses to the challenge.
 */
@ApiExcludeController()
@Throws(KernelErrors.invalidArguments, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@Throws(IdvErrors.chipReadingGone, IdvErrors.chipRefused, IdvErrors.expired, IdvErrors.finished, IdvErrors.wrongStep)
@WithoutToken('the code of the page, and after it the token of this reading')
@Controller('IdvWebServer/chip')
export class ChipAppController {
  constructor(
    private readonly exchange: ChipExchange,
    private readonly brands: Brands,
  ) {}

  /**
   * Exchanges the code for a token. The response contains `zone`, the data that unlocks the chip. It also contains
   * `number` and `enterprise`, which the app shows its user before it reads the chip, together with the end of the
   * document number.
   */
  @Post('open')
  @HttpCode(200)
  @Throws(IdvErrors.chipCodeGone)
  async open(@Body() { code }: OpenChipDto) {
    const { token, number, expiresAt, session, page } = await this.exchange.open(code);
    const { name: enterprise } = await this.brands.of(session.enterpriseId);
    return {
      token,
      number,
      enterprise,
      test: session.test,
      language: session.language,
      zone: zoneKeyOf(page),
      expiresAt: expiresAt.toISOString(),
    };
  }

  @Post('files')
  @HttpCode(200)
  async files(@Headers('authorization') authorization: string | undefined, @Body() { files }: TakeFilesDto) {
    const { challenge, expiresAt } = await this.exchange.takeFiles(tokenIn(authorization), filesIn(files));
    return { challenge: challengeIn(challenge), expiresAt: expiresAt.toISOString() };
  }

  /** The app calls this route instead of `files` if it could not read the chip. */
  @Post('failure')
  @HttpCode(204)
  async failure(@Headers('authorization') authorization: string | undefined, @Body() { failure }: ChipFailureDto) {
    await this.exchange.fail(tokenIn(authorization), failure);
  }

  /** The response does not tell the app whether the chip was accepted. The session continues on its page. */
  @Post('answers')
  @HttpCode(204)
  async answers(@Headers('authorization') authorization: string | undefined, @Body() { answers }: TakeAnswersDto) {
    await this.exchange.takeAnswers(tokenIn(authorization), answersIn(answers));
  }
}

/**
 * Reads the app's token from the `Authorization` header. A malformed token gets the same response as an unknown or
 * expired one.
 */
const tokenIn = (authorization = ''): string => /^Bearer ([\w-]{43})$/.exec(authorization)?.[1] ?? '';
