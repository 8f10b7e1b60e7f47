import {
  Message,
  SingleSignOn,
  SingleSignOnPut,
  SingleSignOnTest,
  SingleSignOnTested,
} from '@sightline/protocol'
import { atLeast } from '../../../platform/http/access.js'
import type { Slice } from '../../../platform/http/slice.js'
import type { OutboundHttp } from '../../../platform/outbound-http/outbound-http.js'
import {
  getSingleSignOn,
  putSingleSignOn,
  removeSingleSignOn,
  testSingleSignOn,
} from './single-sign-on-settings.js'

/** `/api/v1/organisation/single-sign-on`: the issuer by which people of the organisation sign in. For owners. */
export const singleSignOnRoutes: Slice<{ outbound: OutboundHttp }> = async (app, { outbound }) => {
  const deps = { ...app.platform, outbound }
  const config = { access: atLeast('owner'), since: 'v1.4' }

  app.get(
    '/',
    {
      config,
      schema: {
        operationId: 'getSingleSignOn',
        summary: 'The issuer by which people sign in, and what to register there',
        response: { 200: SingleSignOn },
      },
    },
    (request) => getSingleSignOn(deps, request.caller),
  )

  app.put(
    '/',
    {
      config,
      schema: {
        operationId: 'setSingleSignOn',
        summary: 'Set the issuer by which people sign in',
        description:
          'One by OpenID Connect, with the authorization code flow and PKCE. Role and sites follow the groups at each sign-in. ' +
          'Owners go on by password. Another issuer or client, or one that is switched off, signs out whoever came in by the one ' +
          'before.',
        body: SingleSignOnPut,
        response: { 200: SingleSignOn },
      },
    },
    (request) => putSingleSignOn(deps, request.caller, request.body),
  )

  app.delete(
    '/',
    {
      config,
      schema: {
        operationId: 'removeSingleSignOn',
        summary: 'Forget the issuer: people sign in by password',
        description: 'Who came in by it is signed out. Their accounts stay.',
        response: { 200: Message },
      },
    },
    async (request) => {
      await removeSingleSignOn(deps, request.caller)
      return { message: 'People sign in by password.' }
    },
  )

  app.post(
    '/test',
    {
      config: { ...config, errors: ['rate_limited'] },
      schema: {
        operationId: 'testSingleSignOn',
        summary: 'Ask an issuer what it says of itself',
        description: 'Reads its discovery document. Nothing is stored.',
        body: SingleSignOnTest,
        response: { 200: SingleSignOnTested },
      },
    },
    (request) => testSingleSignOn(deps, request.caller, request.body.issuer),
  )
}
