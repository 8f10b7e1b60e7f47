import { Organisation, OrganisationPatch } from '@sightline/protocol'
import { atLeast } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import type { OutboundHttp } from '../../platform/outbound-http/outbound-http.js'
import { getOrganisation, updateOrganisation } from './organisation-settings.js'

/** `/api/v1/organisation`: the caller's own. */
export const organisationRoutes: Slice<{ outbound: OutboundHttp }> = async (app, { outbound }) => {
  const config = { access: atLeast('admin') }

  app.get(
    '/',
    {
      config,
      schema: {
        operationId: 'getOrganisation',
        summary: 'Name, time zone, retention and AI settings',
        response: { 200: Organisation },
      },
    },
    (request) => getOrganisation(app.platform, request.caller),
  )

  app.patch(
    '/',
    {
      config,
      schema: {
        operationId: 'updateOrganisation',
        summary: 'Change what is named; the rest stays',
        body: OrganisationPatch,
        response: { 200: Organisation },
      },
    },
    (request) => updateOrganisation({ ...app.platform, outbound }, request.caller, request.body),
  )
}
