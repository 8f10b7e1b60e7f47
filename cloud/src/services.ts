import {
  createAuthenticator,
  createPasswords,
  PasswordRequests,
  type Passwords,
} from './auth/auth.service.js'
import { Channel } from './channel/channel.service.js'
import { createEventIntake } from './events/event.service.js'
import { Readiness } from './health/readiness.js'
import {
  type BlobStore,
  createMediaLinks,
  createPartLinks,
  type MediaLinks,
  openBlobStore,
} from './media/media.service.js'
import { createUploads, type Uploads } from './media/upload.service.js'
import { countIntake } from './metrics/count-intake.service.js'
import { createModels, type Models } from './models/model.service.js'
import { createMailer, type Mailer } from './notifications/notification.service.js'
import { FrameCutter } from './pictures/picture.service.js'
import type { Authenticator } from './platform/http/authenticator.js'
import { parseNetwork } from './platform/outbound-http/address-guard.js'
import { OutboundHttp } from './platform/outbound-http/outbound-http.js'
import type { Platform } from './platform/platform.js'

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
  readonly channel: Channel
  /** Where the bytes of clips and snapshots lie. */
  readonly mediaStore: BlobStore
  /** The signed links by which they are fetched. */
  readonly mediaLinks: MediaLinks
  readonly uploads: Uploads
  /** The models that look at events: whom to ask, and asking. */
  readonly models: Models
  /** Where pictures are cut out of clips. */
  readonly frames: FrameCutter
}

export function createServices(
  platform: Platform,
  { trustedCa = [] }: { trustedCa?: readonly string[] } = {},
): Services {
  const passwords = createPasswords()
  const outbound = new OutboundHttp({
    allowed: platform.config.allowedPrivateCidrs.map(parseNetwork),
    ca: trustedCa,
  })
  const models = createModels({ ...platform, trustedCa })
  const mailer = createMailer({ ...platform, trustedCa })
  const mediaStore = openBlobStore(platform.config)
  const uploads = createUploads({ ...platform, store: mediaStore, links: createPartLinks(platform) })
  const channel = new Channel({
    platform,
    intake: countIntake(createEventIntake(platform), platform.metrics),
    uploads,
  })
  return {
    passwords,
    passwordRequests: new PasswordRequests(platform),
    authenticator: createAuthenticator(platform),
    outbound,
    readiness: new Readiness(platform.database),
    mailer,
    channel,
    mediaStore,
    mediaLinks: createMediaLinks(platform),
    uploads,
    models,
    frames: new FrameCutter(platform),
    [Symbol.asyncDispose]: async () => {
      await channel[Symbol.asyncDispose]()
      await models[Symbol.asyncDispose]()
      await outbound[Symbol.asyncDispose]()
      await mailer?.[Symbol.asyncDispose]()
    },
  }
}
