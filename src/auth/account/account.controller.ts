import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { DomainError, KernelErrors } from '../../shared/kernel/index.js';
import { DeviceErrors, Devices } from '../../users/contract/index.js';
import { PasskeyRegistration } from '../credentials/passkeys/passkey-registration.service.js';
import { RememberedBrowsers } from '../credentials/remembered-browsers/remembered-browsers.service.js';
import { PasswordChange } from '../credentials/password-change.service.js';
import { type Form, FormGuard, formOf, PageErrors } from '../../shared/pages/index.js';
import { accountUrl, loginTenantIn } from './views/account-url.js';
import { AccountApplications } from './account-applications.service.js';
import { AccountStepUpPolicy } from './account-step-up-policy.service.js';
import { AccountPages, type Outcome } from './account-pages.service.js';
import { PasskeyProofs } from './passkey-proofs.service.js';
import { AccountSessions, type SignedIn } from './account-sessions.service.js';

/** The account page, on which users see and change how they sign in. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('pages for the browser that holds a session')
@Controller()
export class AccountController {
  constructor(
    private readonly pages: AccountPages,
    private readonly sessions: AccountSessions,
    private readonly guard: FormGuard,
    private readonly passkeys: PasskeyRegistration,
    private readonly shown: PasskeyProofs,
    private readonly passwords: PasswordChange,
    private readonly devices: Devices,
    private readonly applications: AccountApplications,
    private readonly surety: AccountStepUpPolicy,
    private readonly browsers: RememberedBrowsers,
  ) {}

  @Get('service/account{/}')
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!request.path.endsWith('/')) {
      response.redirect(303, accountUrl(loginTenantIn(request)));
      return;
    }
    const { again, rename } = request.query;
    const signedIn = await this.sessions.current(request, response);
    if (!signedIn) return this.pages.login([request, response], loginTenantIn(request));
    if (again !== 'true') {
      return this.pages.account([request, response], signedIn, typeof rename === 'string' ? { renamed: rename } : {});
    }
    const { enterpriseId: enterprise, test, userId: login } = signedIn.user.ref;
    return this.pages.login([request, response], { enterprise, test }, { login, again: true });
  }

  /** Redirects a GET request for the URL of a form to the account page. */
  @Get('service/account/*form')
  back(@Req() request: Request, @Res() response: Response): void {
    response.redirect(303, accountUrl(loginTenantIn(request)));
  }

  /**
   * Returns the options for a passkey assertion. Operators must provide such an assertion with each change to their
   * passkeys.
   */
  @Post('service/account/passkeys/proof')
  async proofOptions(@Req() request: Request, @Res() response: Response): Promise<void> {
    response.json(await this.shown.options(await this.#mayChange(request, response)));
  }

  @Post('service/account/passkeys/options')
  async passkeyOptions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.#mayChange(request, response);
    if (!(await this.shown.isShown(signedIn, formOf(request).text('proof')))) throw KernelErrors.forbidden();
    response.json(await this.passkeys.options(signedIn.user, signedIn.session.uid));
  }

  @Post('service/account/passkeys/add')
  addPasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#changeWays([request, response], async (signedIn, form) => {
      const { user, session } = signedIn;
      const added = await this.#passkeyChanged(signedIn, () =>
        this.passkeys.add(user, session.uid, form.text('name'), form.text('response')),
      );
      return added ? { done: 'passkeyAdded' } : { problem: 'passkeyRefused' };
    });
  }

  @Post('service/account/passkeys/remove')
  removePasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#changeWays([request, response], async (signedIn, form) => {
      const { user } = signedIn;
      if (!(await this.shown.isShown(signedIn, form.text('proof')))) return { problem: 'passkeyNotGiven' };
      const passkey = form.text('passkey');
      const removed = await this.#passkeyChanged(signedIn, () => this.passkeys.remove(user, passkey));
      return removed ? { done: 'passkeyRemoved', orphan: passkey } : {};
    });
  }

  @Post('service/account/passkeys/rename')
  renamePasskey(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#change([request, response], async (signedIn, form) => {
      const { user } = signedIn;
      if (!(await this.shown.isShown(signedIn, form.text('proof')))) return { problem: 'passkeyNotGiven' };
      const renamed = await this.passkeys.rename(user, form.text('passkey'), form.text('new_name'));
      return renamed ? { done: 'passkeyRenamed' } : {};
    });
  }

  @Post('service/account/password')
  changePassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#changeWays([request, response], async (signedIn, form) => {
      const [current, next] = [form.text('current_password'), form.text('new_password')];
      const endOthers = () => this.sessions.endOthers(signedIn);
      const outcome = await this.passwords.change(signedIn.user, current, next, endOthers);
      return outcome === 'changed' ? { done: 'passwordChanged' } : { passwordWrong: outcome };
    });
  }

  @Post('service/account/devices/remove')
  removeDevice(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#change([request, response], async (signedIn, form) => {
      const { ref } = signedIn.user;
      const device = await this.devices.find(ref, form.text('device')).catch(unlessGone);
      const problem = device?.secondFactor ? await this.surety.missingProof(signedIn) : undefined;
      if (problem) return { problem };
      if (device) await this.devices.remove(ref, device.deviceId).catch(unlessGone);
      return { done: 'deviceRemoved' };
    });
  }

  @Post('service/account/applications/remove')
  removeApplication(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#change([request, response], async ({ user }, form) => {
      const removed = await this.applications.end(user.ref, form.text('application'));
      return removed ? { done: 'applicationRemoved' } : {};
    });
  }

  /** Changes the optional scopes of an application. Each ticked checkbox arrives as a separate field. */
  @Post('service/account/applications/change')
  changeApplication(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#change([request, response], async ({ user }, form) => {
      const isKept = (scope: string) => form.text(`may_${scope}`) === 'true';
      const changed = await this.applications.keepOnly(user.ref, form.text('application'), isKept);
      return changed ? { done: 'accessChanged' } : {};
    });
  }

  @Post('service/account/browsers/remove')
  forgetBrowser(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#change([request, response], async ({ user }, form) => {
      const forgotten = await this.browsers.remove(user.ref, form.text('browser'));
      return forgotten ? { done: 'rememberedEnded' } : {};
    });
  }

  @Post('service/account/sessions/end')
  endSession(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#change([request, response], async (signedIn, form) => {
      await this.sessions.end(signedIn, form.text('session'));
      return { done: 'sessionEnded' };
    });
  }

  @Post('service/account/sessions/end-others')
  endOtherSessions(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.#change([request, response], async (signedIn) => {
      await this.sessions.endOthers(signedIn);
      return { done: 'sessionsEnded' };
    });
  }

  @Post('service/account/sign-out')
  async signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    const signedIn = await this.sessions.current(request, response);
    if (signedIn) {
      this.guard.check(request, signedIn.session.uid);
      await this.sessions.leave(response, signedIn);
    }
    response.redirect(303, accountUrl(loginTenantIn(request)));
  }

  async #mayChange(request: Request, response: Response): Promise<SignedIn> {
    const signedIn = await this.sessions.current(request, response);
    const isFresh = signedIn && (this.shown.isNeeded(signedIn.user.ref) || this.sessions.isFresh(signedIn));
    if (!isFresh || (await this.surety.missingProof(signedIn))) throw KernelErrors.forbidden();
    this.guard.check(request, signedIn.session.uid);
    return signedIn;
  }

  /** Applies a change to how the user signs in, if the session's sign-in is strong enough, and shows the result. */
  #changeWays(exchange: readonly [Request, Response], change: Change): Promise<void> {
    return this.#change(exchange, async (signedIn, form) => {
      const problem = await this.surety.missingProof(signedIn);
      return problem ? { problem } : change(signedIn, form);
    });
  }

  /** Changes the user's passkeys. If the user is an operator, this also ends the other sessions. */
  #passkeyChanged(signedIn: SignedIn, change: () => Promise<boolean>): Promise<boolean> {
    return this.shown.isNeeded(signedIn.user.ref) ? this.sessions.changeAlone(signedIn, change) : change();
  }

  async #change([request, response]: readonly [Request, Response], change: Change): Promise<void> {
    const signedIn = await this.sessions.current(request, response);
    if (!signedIn) return this.pages.login([request, response], loginTenantIn(request));
    this.guard.check(request, signedIn.session.uid);
    await this.pages.account([request, response], signedIn, await change(signedIn, formOf(request)));
  }
}

type Change = (signedIn: SignedIn, form: Form) => Promise<Outcome>;

function unlessGone(error: unknown): undefined {
  if (!(error instanceof DomainError && error.kind === DeviceErrors.notFound)) throw error;
  return undefined;
}
