import type { OpenAPIObject } from '@nestjs/swagger';

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: { type: 'string' as const } } },
});

/** The link that an enterprise gives to its user. The other pages are reached from there, and are no API. */
export const idvLinkPaths: OpenAPIObject['paths'] = {
  '/IdvWebServer/idvRegistration.htm': {
    get: {
      operationId: 'idvRegistration',
      tags: ['Identity verification'],
      summary: 'Open the pages of a verification',
      description:
        'Send the browser of the user to the `idvUrl` of `POST /v1/idvWebTokens`, which is this. Do not call it from a server: ' +
        'it answers with a page, and the pages that follow belong to this browser. At the end they lead to the `redirectUrl`.',
      parameters: [
        {
          name: 'token',
          in: 'query',
          required: true,
          description: 'The `token` of `idvUrl`.',
          schema: { type: 'string' },
          example: 'mZ3n…',
        },
      ],
      responses: {
        '200': page('The first page: what is verified, and who asked for it.'),
        '303': { description: 'This browser has begun the session already: to the step where it goes on.' },
        '404': page('There is no session of this link, or it has expired or ended.'),
        '409': page('Another browser has begun the session.'),
        '429': page('Too many requests from this address.'),
      },
    },
  },
};
