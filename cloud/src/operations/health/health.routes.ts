import { Health } from '@sightline/protocol'
import { addressDoubtHeader } from '../../platform/http/client-address.js'
import type { Slice } from '../../platform/http/slice.js'
import type { Readiness } from './readiness.js'

/** The health checks: no credential, no limit. `/ready` is 200 while this process serves. */
export const healthRoutes: Slice<{ readiness: Readiness }> = async (app, { readiness }) => {
  const addresses = { getNodeHealth: '/api/health', getHealth: '/api/v1/health' }
  for (const [operationId, path] of Object.entries(addresses)) {
    app.get(
      path,
      {
        config: { access: 'public' },
        schema: { operationId, summary: 'Whether this node answers', response: { 200: Health } },
      },
      () => ({
        status: 'ok' as const,
      }),
    )
  }

  app.get(
    '/api/v1/health/ready',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether this node can serve',
        response: { 200: Health, 503: Health },
      },
    },
    async (request, reply) => {
      const doubt = app.platform.clientAddresses.doubtOf(request.raw)
      if (doubt !== null) reply.header(addressDoubtHeader, doubt)
      const status = await readiness.now()
      return reply.status(status === 'ok' ? 200 : 503).send({ status })
    },
  )
}
