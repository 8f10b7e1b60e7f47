import type { FastifyInstance } from 'fastify'
import { alertRoutes } from './alerts/alert.routes.js'
import { alertRuleRoutes } from './alerts/alert-rule.routes.js'
import { analysisFocusRoutes } from './analysis/analysis-focus.routes.js'
import { analysisFocusPresetRoutes } from './analysis/analysis-focus-preset.routes.js'
import { eventAnalysisRoutes } from './analysis/event-analysis.routes.js'
import { promptPackRoutes } from './analysis/prompt-pack.routes.js'
import { auditLogRoutes } from './audit/audit-log.routes.js'
import { authRoutes } from './auth/auth.routes.js'
import { cameraRoutes } from './cameras/camera.routes.js'
import { cameraConditionRoutes } from './cameras/camera-condition.routes.js'
import { playbackRoutes } from './cameras/playback.routes.js'
import { streamStatusRoutes } from './cameras/stream-status.routes.js'
import { channelRoutes } from './channel/channel.routes.js'
import { compileRoutes } from './compiled-rules/compile.routes.js'
import { compiledRuleRoutes } from './compiled-rules/compiled-rule.routes.js'
import { eventSearchRoutes } from './event-search/event-search.routes.js'
import { eventRoutes } from './events/event.routes.js'
import { eventExportRoutes } from './events/event-export.routes.js'
import { objectCategoryRoutes } from './events/object-category.routes.js'
import { shareRoutes } from './events/share.routes.js'
import { sharedEventRoutes } from './events/shared-event.routes.js'
import { feedbackRoutes } from './feedback/feedback.routes.js'
import { discoveryRoutes } from './gateways/discovery.routes.js'
import { gatewayRoutes } from './gateways/gateway.routes.js'
import { healthRoutes } from './health/health.routes.js'
import { mediaRoutes } from './media/media.routes.js'
import { mediaOrigins } from './media/media.service.js'
import { uploadRoutes } from './media/upload.routes.js'
import { metricsRoutes } from './metrics/metrics.routes.js'
import { aiUsageRoutes } from './models/ai-usage.routes.js'
import { cameraOverrideRoutes } from './no-big-deal/camera-override.routes.js'
import { heldBackRoutes } from './no-big-deal/held-back.routes.js'
import { ruleNoBigDealRoutes } from './no-big-deal/no-big-deal.routes.js'
import { notificationRoutes } from './notifications/notification.routes.js'
import { notificationGroupRoutes } from './notifications/notification-group.routes.js'
import { organisationRoutes } from './organisation/organisation.routes.js'
import { pageRoutes } from './pages/page.routes.js'
import { describeApi } from './platform/http/openapi.js'
import { createServer } from './platform/http/server.js'
import type { Platform } from './platform/platform.js'
import { relayRoutes } from './relays/relay.routes.js'
import { serviceAccountRoutes } from './service-accounts/service-account.routes.js'
import type { Services } from './services.js'
import { siteRoutes } from './sites/site.routes.js'
import { userRoutes } from './users/user.routes.js'
import { webhookRoutes } from './webhooks/webhook.routes.js'

/** The whole API: the platform's server with every slice on it. It never listens. */
export async function buildApp(platform: Platform, services: Services): Promise<FastifyInstance> {
  const app = createServer(platform, services.authenticator)
  await describeApi(app)

  await app.register(healthRoutes, { readiness: services.readiness })
  const { passwords, passwordRequests } = services
  await app.register(authRoutes, { prefix: '/api/v1/auth', passwords, passwordRequests })
  await app.register(userRoutes, { prefix: '/api/v1/users' })
  await app.register(serviceAccountRoutes, { prefix: '/api/v1/service-accounts' })
  await app.register(organisationRoutes, {
    prefix: '/api/v1/organisation',
    outbound: services.outbound,
  })
  await app.register(aiUsageRoutes, { prefix: '/api/v1/organisation' })
  await app.register(auditLogRoutes, { prefix: '/api/v1/audit-log' })
  await app.register(siteRoutes, { prefix: '/api/v1/sites' })
  const { channel } = services
  await app.register(gatewayRoutes, { prefix: '/api/v1/gateways' })
  await app.register(discoveryRoutes, { prefix: '/api/v1/gateways', commands: channel.commands })
  await app.register(channelRoutes, { prefix: '/api/v1/gateways', channel })
  await app.register(relayRoutes, { prefix: '/api/v1/relays' })
  await app.register(cameraRoutes, { prefix: '/api/v1/cameras', commands: channel.commands })
  const pictures = { store: services.mediaStore, links: services.mediaLinks }
  await app.register(cameraConditionRoutes, {
    prefix: '/api/v1/cameras',
    commands: channel.commands,
    pictures,
  })
  await app.register(playbackRoutes, { prefix: '/api/v1/cameras', links: services.mediaLinks })
  await app.register(streamStatusRoutes, { prefix: '/streams' })
  await app.register(analysisFocusRoutes, { prefix: '/api/v1/cameras' })
  await app.register(cameraOverrideRoutes, { prefix: '/api/v1/cameras' })
  await app.register(analysisFocusPresetRoutes, { prefix: '/api/v1/analysis-focus-presets' })
  await app.register(promptPackRoutes, { prefix: '/api/v1/prompt-packs' })
  const { mediaStore: store, mediaLinks, uploads } = services
  await app.register(eventRoutes, { prefix: '/api/v1/events', mediaUrls: mediaLinks })
  await app.register(eventAnalysisRoutes, { prefix: '/api/v1/events', mediaUrls: mediaLinks })
  await app.register(eventExportRoutes, { prefix: '/api/v1/events' })
  await app.register(eventSearchRoutes, {
    prefix: '/api/v1/events',
    mediaUrls: mediaLinks,
    models: services.models,
  })
  await app.register(heldBackRoutes, { prefix: '/api/v1/events' })
  await app.register(feedbackRoutes, { prefix: '/api/v1/events' })
  await app.register(shareRoutes, { prefix: '/api/v1/events', passwords })
  await app.register(sharedEventRoutes, { prefix: '/api/v1/shared', passwords, mediaUrls: mediaLinks })
  await app.register(objectCategoryRoutes, { prefix: '/api/v1/object-categories' })
  await app.register(mediaRoutes, { prefix: '/media', store, links: mediaLinks })
  await app.register(uploadRoutes, { prefix: '/api/v1/uploads', uploads })
  await app.register(alertRuleRoutes, { prefix: '/api/v1/alert-rules' })
  await app.register(ruleNoBigDealRoutes, { prefix: '/api/v1/alert-rules' })
  await app.register(compileRoutes, { prefix: '/api/v1/alert-rules', models: services.models })
  await app.register(compiledRuleRoutes, { prefix: '/api/v1/alert-rules' })
  await app.register(alertRoutes, { prefix: '/api/v1/alerts' })
  const { metricsToken: token } = platform.config
  if (token !== null) await app.register(metricsRoutes, { token })
  await app.register(notificationRoutes, { prefix: '/api/v1/notifications' })
  await app.register(notificationGroupRoutes, { prefix: '/api/v1/admin/notification-groups' })
  await app.register(webhookRoutes({ ...platform, outbound: services.outbound }), {
    prefix: '/api/v1/webhooks',
  })

  await app.register(pageRoutes, { mediaOrigins: mediaOrigins(platform.config) })

  await app.ready()
  return app
}
