import type { FastifyInstance } from 'fastify'
import { alertRoutes } from './alerts/alert.routes.js'
import { alertRuleRoutes } from './alerts/alert-rule.routes.js'
import { authRoutes } from './auth/auth.routes.js'
import { healthRoutes } from './health/health.routes.js'
import { describeApi } from './platform/http/openapi.js'
import { createServer } from './platform/http/server.js'
import type { Platform } from './platform/platform.js'
import type { Services } from './services.js'
import { webhookRoutes } from './webhooks/webhook.routes.js'

/** The whole API: the platform's server with every slice on it. It never listens. */
export async function buildApp(platform: Platform, services: Services): Promise<FastifyInstance> {
  const app = createServer(platform, services.authenticator)
  await describeApi(app)

  await app.register(healthRoutes, { readiness: services.readiness })
  await app.register(authRoutes, { prefix: '/api/v1/auth', passwords: services.passwords })
  await app.register(alertRuleRoutes, { prefix: '/api/v1/alert-rules' })
  await app.register(alertRoutes, { prefix: '/api/v1/alerts' })
  await app.register(webhookRoutes({ ...platform, outbound: services.outbound }), {
    prefix: '/api/v1/webhooks',
  })

  await app.ready()
  return app
}
