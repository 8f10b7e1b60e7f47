import type { FastifyInstance } from 'fastify'
import { alertRoutes } from './alerting/alerts/alert.routes.js'
import { compileRoutes } from './alerting/compiled/compile/compile.routes.js'
import { compiledRuleRoutes } from './alerting/compiled/compiled-rule.routes.js'
import { feedbackRoutes } from './alerting/feedback/feedback.routes.js'
import { alertRuleRoutes } from './alerting/rules/alert-rule.routes.js'
import { cameraOverrideRoutes } from './alerting/suppression/camera-override.routes.js'
import { heldBackRoutes } from './alerting/suppression/held-back.routes.js'
import { ruleNoBigDealRoutes } from './alerting/suppression/suppression.routes.js'
import { whyRoutes } from './alerting/why/why.routes.js'
import { noticeRoutes } from './delivery/notices/notice.routes.js'
import { notificationGroupRoutes } from './delivery/notifications/groups/notification-group.routes.js'
import { notificationRoutes } from './delivery/notifications/inbox/notification.routes.js'
import { pushRoutes } from './delivery/notifications/push/push.routes.js'
import { webhookRoutes } from './delivery/webhooks/webhook.routes.js'
import { eventExportRoutes } from './events/export/event-export.routes.js'
import { eventRoutes } from './events/list/event.routes.js'
import { objectCategoryRoutes } from './events/list/object-category.routes.js'
import { mediaRoutes } from './events/media/serving/media.routes.js'
import { mediaOrigins } from './events/media/store/open-blob-store.service.js'
import { uploadRoutes } from './events/media/uploads/upload.routes.js'
import { retentionPreviewRoutes } from './events/retention/retention-preview.routes.js'
import { shareRoutes } from './events/shares/share.routes.js'
import { sharedEventRoutes } from './events/shares/shared-event.routes.js'
import { cameraRoutes } from './fleet/cameras/camera.routes.js'
import { cameraConditionRoutes } from './fleet/cameras/condition/camera-condition.routes.js'
import { streamStatusRoutes } from './fleet/cameras/condition/stream-status.routes.js'
import { playbackRoutes } from './fleet/cameras/recordings/playback.routes.js'
import { channelRoutes } from './fleet/channel/channel.routes.js'
import { discoveryRoutes } from './fleet/gateways/discovery/discovery.routes.js'
import { gatewayRoutes } from './fleet/gateways/gateway.routes.js'
import { fleetHealthRoutes } from './fleet/health/fleet-health.routes.js'
import { liveRoutes } from './fleet/live/live.routes.js'
import { createLivePages } from './fleet/live/viewers/tokens/live-pages.js'
import { liveTokenRoutes } from './fleet/live/viewers/tokens/live-token.routes.js'
import { relayRoutes } from './fleet/relays/relay.routes.js'
import { viewRoutes } from './fleet/views/view.routes.js'
import { auditLogRoutes } from './identity/audit/audit-log.routes.js'
import { authRoutes } from './identity/auth/auth.routes.js'
import { singleSignOnRoutes } from './identity/auth/single-sign-on/single-sign-on.routes.js'
import { organisationRoutes } from './identity/organisation/organisation.routes.js'
import { serviceAccountRoutes } from './identity/service-accounts/service-account.routes.js'
import { siteRoutes } from './identity/sites/site.routes.js'
import { userRoutes } from './identity/users/user.routes.js'
import { healthRoutes } from './operations/health/health.routes.js'
import { metricsRoutes } from './operations/metrics/metrics.routes.js'
import { describeApi } from './platform/http/openapi.js'
import { createServer } from './platform/http/server.js'
import { takeUpgrades } from './platform/http/upgrades.js'
import { consoleRoutes } from './platform/pages/console.routes.js'
import { pageRoutes } from './platform/pages/page.routes.js'
import { playerRoutes } from './platform/pages/player.routes.js'
import type { Platform } from './platform/platform.js'
import type { Services } from './services.js'
import { analysisFocusRoutes } from './understanding/analysis/focus/analysis-focus.routes.js'
import { analysisFocusPresetRoutes } from './understanding/analysis/focus/focus-preset.routes.js'
import { promptPackRoutes } from './understanding/analysis/prompt-packs/prompt-pack.routes.js'
import { eventAnalysisRoutes } from './understanding/analysis/results/event-analysis.routes.js'
import { tagsOfLabel } from './understanding/labels/label.service.js'
import { aiUsageRoutes } from './understanding/models/ai-usage.routes.js'
import { clipPreviewRoutes } from './understanding/pictures/previews/clip-preview.routes.js'
import { eventSearchRoutes } from './understanding/search/event-search.routes.js'

/** The whole API: the platform's server with every slice on it. It never listens. */
export async function buildApp(platform: Platform, services: Services): Promise<FastifyInstance> {
  const app = createServer(platform, services.authenticator)
  await describeApi(app)

  await app.register(healthRoutes, { readiness: services.readiness })
  const { passwords, passwordRequests, outbound } = services
  await app.register(authRoutes, { prefix: '/api/v1/auth', passwords, passwordRequests, outbound })
  await app.register(userRoutes, { prefix: '/api/v1/users' })
  await app.register(serviceAccountRoutes, { prefix: '/api/v1/service-accounts' })
  await app.register(organisationRoutes, { prefix: '/api/v1/organisation', outbound })
  await app.register(singleSignOnRoutes, { prefix: '/api/v1/organisation/single-sign-on', outbound })
  await app.register(retentionPreviewRoutes, { prefix: '/api/v1/organisation' })
  await app.register(aiUsageRoutes, { prefix: '/api/v1/organisation', models: services.models })
  await app.register(auditLogRoutes, { prefix: '/api/v1/audit-log' })
  await app.register(siteRoutes, { prefix: '/api/v1/sites', ...services.hooks.sites })
  const { channel, live } = services
  takeUpgrades(app, { ...platform, takers: [channel, live] })
  await app.register(gatewayRoutes, { prefix: '/api/v1/gateways' })
  await app.register(discoveryRoutes, { prefix: '/api/v1/gateways', commands: channel.commands })
  // Before the channel's: viewers move away while gateways are still connected.
  await app.register(liveRoutes, { prefix: '/api/v1', live })
  await app.register(channelRoutes, { prefix: '/api/v1/gateways', channel })
  await app.register(relayRoutes, { prefix: '/api/v1/relays' })
  await app.register(cameraRoutes, {
    prefix: '/api/v1/cameras',
    commands: channel.commands,
    slots: services.probeSlots,
    ...services.hooks.cameras,
    manualEvents: services.manualEvents,
  })
  const pictures = { store: services.mediaStore, links: services.mediaLinks }
  await app.register(cameraConditionRoutes, {
    prefix: '/api/v1/cameras',
    commands: channel.commands,
    pictures,
    livePages: createLivePages(platform),
  })
  await app.register(liveTokenRoutes, { prefix: '/api/v1/cameras' })
  await app.register(viewRoutes, { prefix: '/api/v1/views' })
  await app.register(fleetHealthRoutes, { prefix: '/api/v1/fleet-health' })
  await app.register(playbackRoutes, { prefix: '/api/v1/cameras', links: services.mediaLinks })
  await app.register(streamStatusRoutes, { prefix: '/streams' })
  await app.register(analysisFocusRoutes, { prefix: '/api/v1/cameras' })
  await app.register(cameraOverrideRoutes, { prefix: '/api/v1/cameras' })
  await app.register(analysisFocusPresetRoutes, { prefix: '/api/v1/analysis-focus-presets' })
  await app.register(promptPackRoutes, { prefix: '/api/v1/prompt-packs' })
  const { mediaStore: store, mediaLinks, uploads } = services
  await app.register(eventRoutes, { prefix: '/api/v1/events', mediaLinks, tagsOfLabel })
  await app.register(eventAnalysisRoutes, { prefix: '/api/v1/events', mediaLinks })
  await app.register(clipPreviewRoutes, { prefix: '/api/v1/events', previews: services.previews })
  await app.register(eventExportRoutes, { prefix: '/api/v1/events', tagsOfLabel })
  await app.register(eventSearchRoutes, {
    prefix: '/api/v1/events',
    mediaLinks,
    models: services.models,
  })
  await app.register(heldBackRoutes, { prefix: '/api/v1/events' })
  await app.register(whyRoutes, { prefix: '/api/v1/events' })
  await app.register(feedbackRoutes, { prefix: '/api/v1/events' })
  await app.register(shareRoutes, { prefix: '/api/v1/events', passwords })
  await app.register(sharedEventRoutes, { prefix: '/api/v1/shared', passwords, mediaLinks })
  await app.register(objectCategoryRoutes, { prefix: '/api/v1/object-categories' })
  await app.register(mediaRoutes, { prefix: '/media', store, links: mediaLinks })
  await app.register(uploadRoutes, { prefix: '/api/v1/uploads', uploads })
  await app.register(alertRuleRoutes, { prefix: '/api/v1/alert-rules' })
  await app.register(ruleNoBigDealRoutes, { prefix: '/api/v1/alert-rules' })
  await app.register(compileRoutes, { prefix: '/api/v1/alert-rules', models: services.models })
  await app.register(compiledRuleRoutes, { prefix: '/api/v1/alert-rules', mediaLinks })
  await app.register(alertRoutes, { prefix: '/api/v1/alerts', mediaLinks })
  const { metricsToken: token } = platform.config
  if (token !== null) await app.register(metricsRoutes, { token })
  await app.register(noticeRoutes, { prefix: '/api/v1/notices', notices: services.notices })
  await app.register(notificationRoutes, { prefix: '/api/v1/notifications' })
  await app.register(pushRoutes, { prefix: '/api/v1/push', outbound: services.outbound })
  await app.register(notificationGroupRoutes, { prefix: '/api/v1/admin/notification-groups' })
  await app.register(webhookRoutes({ ...platform, outbound: services.outbound }), {
    prefix: '/api/v1/webhooks',
  })

  await app.register(playerRoutes)
  await app.register(pageRoutes, { mediaOrigins: mediaOrigins(platform.config) })
  await app.register(consoleRoutes, { mediaOrigins: mediaOrigins(platform.config) })

  await app.ready()
  return app
}
