import {
  type CreatedNotification,
  type EvidenceReport,
  type Fetch,
  type IdvResult,
  type IdvWebToken,
  ManagementClient,
  type ManagementClientOptions,
  type Notification,
  ProblemError,
  type User,
  verifyEvidence,
} from '@countersign/node';

export interface Customer {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export interface Payment {
  readonly id: string;
  readonly to: string;
  readonly amount: string;
  readonly reference: string;
}

/** Everything needed to verify the answer that a customer has signed, and the result of the verification. */
export interface Proof {
  readonly evidence: unknown;
  readonly keys: unknown;
  readonly report: EvidenceReport;
}

export interface BankOptions {
  readonly service: ManagementClientOptions;
  /** The URL at which the public keys that verify the evidence are published. */
  readonly keysUrl: string;
  readonly fetch: Fetch;
}

/**
 * The server of a bank, written as a customer of ours would write it: it calls the service only through the client
 * library.
 */
export class Bank {
  readonly #service: ManagementClient;

  constructor(private readonly options: BankOptions) {
    this.#service = new ManagementClient({ ...options.service, fetch: options.fetch });
  }

  /** Creates the user with the status ONBOARDING, in which the user cannot sign in until a verification succeeds. */
  async openAccount({ userId, firstName, lastName, email }: Customer): Promise<User> {
    const known = await this.#find(userId);
    const enrolment = { userId, primaryGroup: 'retail', preferredStatus: 'ONBOARDING' as const };
    return known ?? this.#service.users.create({ ...enrolment, firstName, lastName, emailId: email, language: 'en' });
  }

  /** Opens a session on the hosted pages. The bank redirects the customer's browser to the returned `idvUrl`. */
  startVerification(userId: string, comeBackTo: string, payload: Record<string, string>): Promise<IdvWebToken> {
    return this.#service.idvWebTokens.create({ userId, redirectUrl: comeBackTo, payload });
  }

  /** Reads the result of the verification from the API. Neither the browser nor the webhook is trusted for it. */
  async finishVerification(userId: string, webSessionId: string): Promise<IdvResult> {
    const result = await this.#service.idvWebTokens.get(webSessionId);
    if (result.status === 'VERIFIED') await this.#service.users.changeStatus(userId, { status: 'CREATED' });
    return result;
  }

  /** Asks the user to approve a payment. Repeating the call with the same `msg_id` does not ask again. */
  askForApproval(userId: string, { id, to, amount, reference }: Payment): Promise<CreatedNotification> {
    const message = `Pay ${amount} to ${to}?\n\n${reference}`;
    return this.#service.notifications.create({
      user_id: userId,
      msg_id: id,
      expires_in: 300,
      ds_required: true,
      body: [{ lng: 'en', subject: 'Confirm your payment', message }],
      actions: [
        { label: 'Approve', action: 'accept', authlevel: 0 },
        { label: 'Decline', action: 'reject', authlevel: 0 },
        { label: 'Not me', action: 'fraud', authlevel: 0 },
      ],
      notification_msg: { subject: 'A payment', message: 'A payment is waiting for you.' },
    });
  }

  /** Returns the notification with its answer and evidence. */
  answerTo(notificationUuid: string): Promise<Notification> {
    return this.#service.notifications.get(notificationUuid);
  }

  /**
   * Returns the evidence of an answer and the published keys. With these, anybody can verify the answer without calling
   * the service.
   */
  async prove(notificationUuid: string): Promise<Proof> {
    const { evidence } = await this.answerTo(notificationUuid);
    if (!evidence) throw new Error('Nothing was signed.');
    const keys: unknown = await (await this.options.fetch(this.options.keysUrl, {})).json();
    return { evidence, keys, report: await verifyEvidence(evidence, keys) };
  }

  async #find(userId: string): Promise<User | undefined> {
    try {
      return await this.#service.users.get(userId);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'users/not-found') return undefined;
      throw error;
    }
  }
}
