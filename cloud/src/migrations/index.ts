import type { SchemaMigration } from '../platform/database/migrating/online-migration.js'
import * as firstSchema from './0001-first-schema.js'
import * as clocksAndQuarantine from './0042-clocks-and-quarantine.js'
import * as agesAndStoredBytes from './0043-ages-and-stored-bytes.js'
import * as visibleEvents from './0044-visible-events.js'
import * as liveTokens from './0045-live-tokens.js'
import * as liveStreams from './0046-live-streams.js'
import * as changes from './0047-changes.js'
import * as changesOfEvents from './0048-changes-of-events.js'
import * as views from './0049-views.js'
import * as clipPreviews from './0050-clip-previews.js'
import * as push from './0051-push.js'
import * as decisionsOnPushes from './0052-decisions-on-pushes.js'
import * as changesOfVerdicts from './0053-changes-of-verdicts.js'
import * as secondFactors from './0054-second-factors.js'
import * as passkeys from './0055-passkeys.js'
import * as cameraOutages from './0056-camera-outages.js'
import * as webhooksSince from './0057-webhooks-since.js'
import * as scansByOperators from './0058-scans-by-operators.js'
import * as singleSignOn from './0059-single-sign-on.js'
import * as waitingUploads from './0060-waiting-uploads.js'
import * as gatewayHistory from './0061-gateway-history.js'
import * as timezonesReadAlike from './0062-timezones-read-alike.js'
import * as continuedEvents from './0063-continued-events.js'
import * as notesOfClips from './0064-notes-of-clips.js'
import * as ageOfEvents from './0065-age-of-events.js'
import * as addressesAndObstacles from './0066-addresses-and-obstacles.js'
import * as restrictedChanges from './0067-restricted-changes.js'
import * as changesOfDeliveries from './0068-changes-of-deliveries.js'
import * as gatewayOutages from './0069-gateway-outages.js'
import * as changeCuts from './0070-change-cuts.js'

/** All migrations by name, in order. None of them ever changes; a new one follows the last. */
export const migrations: Record<string, SchemaMigration> = {
  '0001-first-schema': firstSchema,
  '0042-clocks-and-quarantine': clocksAndQuarantine,
  '0043-ages-and-stored-bytes': agesAndStoredBytes,
  '0044-visible-events': visibleEvents,
  '0045-live-tokens': liveTokens,
  '0046-live-streams': liveStreams,
  '0047-changes': changes,
  '0048-changes-of-events': changesOfEvents,
  '0049-views': views,
  '0050-clip-previews': clipPreviews,
  '0051-push': push,
  '0052-decisions-on-pushes': decisionsOnPushes,
  '0053-changes-of-verdicts': changesOfVerdicts,
  '0054-second-factors': secondFactors,
  '0055-passkeys': passkeys,
  '0056-camera-outages': cameraOutages,
  '0057-webhooks-since': webhooksSince,
  '0058-scans-by-operators': scansByOperators,
  '0059-single-sign-on': singleSignOn,
  '0060-waiting-uploads': waitingUploads,
  '0061-gateway-history': gatewayHistory,
  '0062-timezones-read-alike': timezonesReadAlike,
  '0063-continued-events': continuedEvents,
  '0064-notes-of-clips': notesOfClips,
  '0065-age-of-events': ageOfEvents,
  '0066-addresses-and-obstacles': addressesAndObstacles,
  '0067-restricted-changes': restrictedChanges,
  '0068-changes-of-deliveries': changesOfDeliveries,
  '0069-gateway-outages': gatewayOutages,
  '0070-change-cuts': changeCuts,
}
