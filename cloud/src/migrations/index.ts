import type { Migration } from 'kysely'
import * as organisationsAndAccess from './0001-organisations-and-access.js'
import * as gateways from './0002-gateways.js'
import * as cameras from './0003-cameras.js'
import * as eventsAndMedia from './0004-events-and-media.js'
import * as alerts from './0005-alerts.js'
import * as webhooks from './0006-webhooks.js'
import * as auditAndUpkeep from './0007-audit-and-upkeep.js'
import * as logins from './0008-logins.js'
import * as organisationSettings from './0009-organisation-settings.js'
import * as outages from './0010-outages.js'
import * as notificationsAndRetention from './0011-notifications-and-retention.js'
import * as eventShares from './0012-event-shares.js'
import * as analysis from './0013-analysis.js'
import * as relays from './0014-relays.js'
import * as webhookUpkeep from './0015-webhook-upkeep.js'
import * as eventLists from './0016-event-lists.js'
import * as cameraPlacements from './0017-camera-placements.js'
import * as keysOfNodes from './0018-keys-of-nodes.js'
import * as sealedMail from './0019-sealed-mail.js'
import * as hashedLoginFailures from './0020-hashed-login-failures.js'
import * as gatewayStorage from './0021-gateway-storage.js'
import * as modelCalls from './0022-model-calls.js'
import * as eventPictures from './0023-event-pictures.js'
import * as eventAnalyses from './0024-event-analyses.js'
import * as eventSearch from './0025-event-search.js'
import * as compiledRules from './0026-compiled-rules.js'
import * as noBigDeal from './0027-no-big-deal.js'
import * as notificationGroups from './0028-notification-groups.js'
import * as ruleRevisions from './0029-rule-revisions.js'

/** All migrations by name, in order. Once released, a migration never changes; a new one follows it. */
export const migrations: Record<string, Migration> = {
  '0001-organisations-and-access': organisationsAndAccess,
  '0002-gateways': gateways,
  '0003-cameras': cameras,
  '0004-events-and-media': eventsAndMedia,
  '0005-alerts': alerts,
  '0006-webhooks': webhooks,
  '0007-audit-and-upkeep': auditAndUpkeep,
  '0008-logins': logins,
  '0009-organisation-settings': organisationSettings,
  '0010-outages': outages,
  '0011-notifications-and-retention': notificationsAndRetention,
  '0012-event-shares': eventShares,
  '0013-analysis': analysis,
  '0014-relays': relays,
  '0015-webhook-upkeep': webhookUpkeep,
  '0016-event-lists': eventLists,
  '0017-camera-placements': cameraPlacements,
  '0018-keys-of-nodes': keysOfNodes,
  '0019-sealed-mail': sealedMail,
  '0020-hashed-login-failures': hashedLoginFailures,
  '0021-gateway-storage': gatewayStorage,
  '0022-model-calls': modelCalls,
  '0023-event-pictures': eventPictures,
  '0024-event-analyses': eventAnalyses,
  '0025-event-search': eventSearch,
  '0026-compiled-rules': compiledRules,
  '0027-no-big-deal': noBigDeal,
  '0028-notification-groups': notificationGroups,
  '0029-rule-revisions': ruleRevisions,
}
