import { recordAudit } from '../../../identity/audit/audit.service.js'
import type { Actor } from '../../../platform/caller.js'
import type { Database } from '../../../platform/database/database.js'
import type { Origin } from '../../../platform/http/authenticator.js'
import type { Clock } from '../../../platform/time/clock.js'
import { auditSharedMedium } from '../../shares/shared-media.service.js'
import type { LinkHolder } from '../links/link-holder.service.js'
import { findHolderName } from '../media.repository.js'
import type { MediaTable } from '../media.table.js'

/** A clip or snapshot that somebody fetches by a link. */
export interface Fetched {
  readonly orgId: string
  readonly id: string
  readonly kind: MediaTable['kind']
  readonly eventId: string | null
  readonly cameraId: string
  /** To whom the link was given; undefined for a link that anybody may have. */
  readonly holder: LinkHolder | undefined
  /** When the link ends, seconds since the epoch. */
  readonly expires: number
}

const remembered = 10_000

interface Noted {
  /** When its link ends, seconds since the epoch. */
  readonly expires: number
  /** Resolves when the entry is committed. */
  readonly committed: Promise<void>
}

/**
 * Notes in the audit who fetches clips and previews of them, and whatever a share shows. A player asks for the same clip many times: one
 * link, fetched from one address, is noted once (by each node that serves it).
 */
export class FetchAudit {
  readonly #deps: { database: Database; clock: Clock }
  /** What was noted, or is being noted, and when its link ends. */
  readonly #noted = new Map<string, Noted>()

  constructor(deps: { database: Database; clock: Clock }) {
    this.#deps = deps
  }

  /** Resolves when the entry is committed, so that nothing leaves the house without one. */
  async note(fetched: Fetched, origin: Origin): Promise<void> {
    const { kind, id, holder, expires } = fetched
    const share = idOf('share', holder)
    if (kind !== 'clip' && kind !== 'preview' && share === undefined) return
    const key = `${id} ${holder ?? ''} ${expires} ${origin.address}`
    const known = this.#noted.get(key)
    // Who asks for the same while it is being noted waits for the same entry.
    if (known) return known.committed
    const committed =
      share === undefined
        ? this.#audit(fetched, origin)
        : auditSharedMedium(this.#deps.database, { ...fetched, shareId: share }, origin)
    const entry = { expires, committed }
    this.#remember(key, entry)
    try {
      await committed
    } catch (error) {
      if (this.#noted.get(key) === entry) this.#noted.delete(key)
      throw error
    }
  }

  async #audit({ orgId, id, eventId, cameraId, holder }: Fetched, origin: Origin): Promise<void> {
    await this.#deps.database.inOrg(orgId, async (tx) => {
      const actor = await actorOf((kind, of) => findHolderName(tx, orgId, kind, of), holder)
      const target = eventId === null ? { kind: 'camera', id: cameraId } : { kind: 'event', id: eventId }
      const data = { camera_id: cameraId, media_id: id }
      await recordAudit(tx, { orgId, actor: { ...actor, ...origin } }, 'event.clip_downloaded', {
        target,
        data,
      })
    })
  }

  #remember(key: string, entry: Noted): void {
    if (this.#noted.size >= remembered) {
      const now = this.#deps.clock.now() / 1000
      for (const [known, { expires }] of this.#noted) if (expires < now) this.#noted.delete(known)
      if (this.#noted.size >= remembered) this.#noted.clear()
    }
    this.#noted.set(key, entry)
  }
}

type NameOf = (kind: 'user' | 'service_account', id: string) => Promise<string | undefined>

async function actorOf(nameOf: NameOf, holder: LinkHolder | undefined): Promise<Actor> {
  for (const kind of ['user', 'service_account'] as const) {
    const id = idOf(kind, holder)
    if (id !== undefined) return { kind, id, name: (await nameOf(kind, id)) ?? 'Unknown' }
  }
  return { kind: 'system', id: null, name: 'Holder of a link' }
}

function idOf(kind: string, holder: LinkHolder | undefined): string | undefined {
  return holder?.startsWith(`${kind}.`) ? holder.slice(kind.length + 1) : undefined
}

/** The share that a link was given to; undefined for any other link. */
export function shareOf(holder: LinkHolder | undefined): string | undefined {
  return idOf('share', holder)
}
