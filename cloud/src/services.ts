import { Notices } from './delivery/notices/notices.service.js'
import { createEventIntake, type EventIntake } from './events/intake/event-intake.service.js'
import { createManualEvents, type ManualEvents } from './events/intake/manual-event.service.js'
import { createMediaLinks, type MediaLinks } from './events/media/links/media-links.service.js'
import type { BlobStore } from './events/media/store/blob-store.service.js'
import { openBlobStore } from './events/media/store/open-blob-store.service.js'
import { createPartLinks } from './events/media/uploads/part-links.js'
import { createUploads, type Uploads } from './events/media/uploads/upload.service.js'
import { ProbeSlots } from './fleet/cameras/probing/probe-slots.service.js'
import { ChannelServer } from './fleet/channel/channel.service.js'
import { LiveServer } from './fleet/live/live.service.js'
import { createAuthenticator } from './identity/auth/create-authenticator.js'
import { createPasswords, type Passwords } from './identity/auth/passwords/password.service.js'
import { PasswordRequests } from './identity/auth/passwords/password-requests.js'
import { ChangeHints } from './identity/changes/change-hints.service.js'
import { Readiness } from './operations/health/readiness.js'
import { countIntake } from './operations/metrics/count-intake.service.js'
import type { Authenticator } from './platform/http/authenticator.js'
import { createMailer, type Mailer } from './platform/mail/mailer.js'
import { parseNetwork } from './platform/outbound-http/address-guard.js'
import { OutboundHttp } from './platform/outbound-http/outbound-http.js'
import type { Platform } from './platform/platform.js'
import { createModels } from './understanding/models/create-models.js'
import type { Models } from './understanding/models/model.service.js'
import { FrameCutter } from './understanding/pictures/frame-cutter.service.js'
import { ClipPreviews } from './understanding/pictures/previews/clip-previews.service.js'
import { type Hooks, wire } from './wiring.js'

/** The long-lived parts of the slices, made once a process. Routes and workers share them. */
export interface Services extends AsyncDisposable {
  readonly passwords: Passwords
  /** Requests for a new password: taken by a route, answered by a worker. */
  readonly passwordRequests: PasswordRequests
  readonly authenticator: Authenticator
  readonly outbound: OutboundHttp
  readonly readiness: Readiness
  /** The way out for e-mail; null where no mail server is set. */
  readonly mailer: Mailer | null
  /** The gateways: their sockets on this node, and commands to any of them. */
  readonly channel: ChannelServer
  /** Whose turn it is to be looked at, of cameras that are checked. */
  readonly probeSlots: ProbeSlots
  /** The pictures that people watch now: their sockets on this node. */
  readonly live: LiveServer
  /** Who hears on this node what changes. */
  readonly notices: Notices
  /** Where the bytes of clips and snapshots lie. */
  readonly mediaStore: BlobStore
  /** The signed links by which they are fetched. */
  readonly mediaLinks: MediaLinks
  readonly uploads: Uploads
  /** What the lower areas call of the upper ones. */
  readonly hooks: Hooks
  /** Takes the durable frames of gateways and relays. */
  readonly intake: EventIntake
  readonly manualEvents: ManualEvents
  /** The models that look at events: whom to ask, and asking. */
  readonly models: Models
  /** Where pictures are cut out of clips. */
  readonly frames: FrameCutter
  /** Small pictures of clips, for who looks through them. */
  readonly previews: ClipPreviews
}

export function createServices(
  platform: Platform,
  { trustedCa = [] }: { trustedCa?: readonly string[] } = {},
): Services {
  const passwords = createPasswords()
  /** What gateways send waits for nobody's reads, and what the loops do waits for neither. */
  const taking: Platform = { ...platform, database: platform.database.serving('intake') }
  const working: Platform = { ...platform, database: platform.database.serving('work') }
  const outbound = new OutboundHttp({
    allowed: platform.config.allowedPrivateCidrs.map(parseNetwork),
    ca: trustedCa,
  })
  const models = createModels({ ...working, trustedCa })
  const mailer = createMailer({ ...platform, trustedCa })
  const mediaStore = openBlobStore(platform.config)
  const hooks = wire(platform)
  const uploads = createUploads({
    ...taking,
    store: mediaStore,
    links: createPartLinks(platform),
    hooks: hooks.events,
  })
  const intake = countIntake(createEventIntake({ ...taking, hooks: hooks.events }), platform.metrics)
  const manualEvents = createManualEvents(hooks.events)
  const probeSlots = new ProbeSlots(platform)
  const channel = new ChannelServer({ platform: taking, intake, uploads, manualEvents, probeSlots })
  const live = new LiveServer({ platform, commands: channel.commands })
  const hints = new ChangeHints(platform)
  const notices = new Notices(platform, hints)
  const mediaLinks = createMediaLinks(platform)
  const previews = new ClipPreviews({
    ...platform,
    store: mediaStore,
    links: mediaLinks,
    frames: new FrameCutter(platform, 'previews'),
  })
  return {
    passwords,
    passwordRequests: new PasswordRequests(working),
    authenticator: createAuthenticator(platform),
    outbound,
    readiness: new Readiness(platform.database),
    mailer,
    channel,
    probeSlots,
    live,
    notices,
    mediaStore,
    mediaLinks,
    uploads,
    hooks,
    intake,
    manualEvents,
    models,
    frames: new FrameCutter(platform),
    previews,
    [Symbol.asyncDispose]: async () => {
      await notices[Symbol.asyncDispose]()
      hints[Symbol.dispose]()
      await previews[Symbol.asyncDispose]()
      await live[Symbol.asyncDispose]()
      await channel[Symbol.asyncDispose]()
      await models[Symbol.asyncDispose]()
      await outbound[Symbol.asyncDispose]()
      await mailer?.[Symbol.asyncDispose]()
    },
  }
}
