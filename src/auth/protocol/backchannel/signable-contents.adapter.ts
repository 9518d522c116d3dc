import { Injectable } from '@nestjs/common';
import { errors } from 'oidc-provider';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { signatureContent } from '../../approvals/approval-content.js';
import { ClientRegistry } from '../../client/client-registry.service.js';
import { type DataToSign, type SignableContent, SignableContents } from '../../contract/index.js';
import { AuthorizationDetails } from './authorization-details.service.js';

/** Validates the data that a user is asked to sign, against the same types as the parameter `authorization_details`. */
@Injectable()
export class SignableContentsByType extends SignableContents {
  constructor(
    private readonly clients: ClientRegistry,
    private readonly details: AuthorizationDetails,
  ) {
    super();
  }

  async of({ clientId, data, authlevel }: DataToSign): Promise<SignableContent> {
    const client = (await this.clients.find(clientId))?.record;
    if (!client) throw KernelErrors.invalidArguments('the client is unknown');
    const details = await this.details.read(client, [data]).catch(refused);
    const asked = { clientId, clientName: client.clientName, scopes: [], bindingMessage: undefined, details };
    return signatureContent(asked, authlevel);
  }
}

/** Rethrows an error about the parameter `authorization_details` as one about the field `data`. */
function refused(error: unknown): never {
  if (!(error instanceof errors.InvalidAuthorizationDetails)) throw error;
  const { error_description: description = error.message } = error;
  throw KernelErrors.invalidArguments(description.replace('authorization_details[0]', 'data'));
}
