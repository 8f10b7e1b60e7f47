import { unauthenticated } from '../../platform/errors.js'
import { bearerIn } from '../../platform/http/access.js'
import type { Slice } from '../../platform/http/slice.js'
import { isToken } from './metrics.service.js'

/** `/metrics` on the main port, for whoever has the token of the settings. */
export const metricsRoutes: Slice<{ token: string }> = async (app, { token }) => {
  app.get(
    '/metrics',
    // No credential of an organisation: these figures are of the node.
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      if (!isToken(bearerIn(request.headers.authorization), token))
        throw unauthenticated('send Authorization: Bearer <METRICS_TOKEN>')
      const { contentType, text } = await app.platform.metrics.expose()
      return reply.type(contentType).send(text)
    },
  )
}
