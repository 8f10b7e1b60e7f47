import type { ClipPreview } from '@sightline/protocol'
import { auditView, requireClip } from '../../../events/list/event-media-link.service.js'
import { holderOf } from '../../../events/media/links/link-holder.service.js'
import type { MediaLinks } from '../../../events/media/links/media-links.service.js'
import type { BlobStore } from '../../../events/media/store/blob-store.service.js'
import { findPreview, type StoredPreview, storePreview } from '../../../events/media/store-preview.service.js'
import type { Caller } from '../../../platform/caller.js'
import { toTimestamp } from '../../../platform/database/parsing.js'
import { busy, notThere, unavailable } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { bringClip } from '../bring-clip.js'
import { previewColumns } from '../cut-options.js'
import type { FrameCutter } from '../frame-cutter.service.js'
import { findPictureSource } from '../picture.repository.js'
import { cutPreview } from './cut-preview.js'

interface PreviewDeps extends Pick<Platform, 'database' | 'config' | 'log'> {
  readonly store: BlobStore
  readonly links: MediaLinks
  /** Of its own: who looks does not wait for analyses. */
  readonly frames: FrameCutter
}

/** An hour, as the link to a clip. */
const validSec = 3600
/** Previews that one organisation has made at once, and that wait for their turn. */
const mostOfOrganisation = 8
/** Clips of which none can be made, that are remembered. */
const mostHopeless = 1000

/**
 * Small pictures of clips, made when somebody asks and kept for some days. Who may see the clip may see them, and who was given
 * them stands in the audit as for the clip.
 */
export class ClipPreviews implements AsyncDisposable {
  readonly #deps: PreviewDeps
  readonly #lifetime = new AbortController()
  /** By event: asked for at once by several, it is made once. */
  readonly #making = new Map<string, { readonly orgId: string; readonly made: Promise<void> }>()
  /** By medium: why no preview of a clip can be made. */
  readonly #hopeless = new Map<string, string>()

  constructor(deps: PreviewDeps) {
    this.#deps = deps
  }

  /**
   * The preview of an event's clip.
   * @throws AppError missing or forbidden as the clip; conflict while the clip is not there yet; missing where the clip gives no
   *   picture; unavailable without ffmpeg or room, or while too many are being made
   */
  async preview(caller: Caller, eventId: string): Promise<ClipPreview> {
    const first = await this.#find(caller, eventId)
    if (typeof first !== 'string') return first
    const why = this.#hopeless.get(first)
    if (why !== undefined) throw notThere(`no preview of this clip could be made, for ${why}`)
    await this.#makeOnce(caller.orgId, eventId, first)
    const made = await this.#find(caller, eventId)
    if (typeof made !== 'string') return made
    const reason = this.#hopeless.get(made) ?? 'it is gone'
    throw notThere(`no preview of this clip could be made, for ${reason}`)
  }

  /** Removes what processes left behind that were killed. */
  sweep(): Promise<void> {
    return this.#deps.frames.sweep()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#lifetime.abort()
    await Promise.allSettled([...this.#making.values()].map(({ made }) => made))
  }

  /** @returns the id of the clip while there is no preview of it */
  #find(caller: Caller, eventId: string): Promise<ClipPreview | string> {
    return this.#deps.database.inOrg(caller.orgId, async (tx) => {
      const clip = await requireClip(tx, caller, eventId)
      const stored = await findPreview(tx, caller.orgId, eventId)
      if (!stored) return clip.id
      await auditView(tx, caller, clip.event, stored.id)
      return this.#show(caller, eventId, stored)
    })
  }

  #show(caller: Caller, eventId: string, { id, width, height, offsetsMs }: StoredPreview): ClipPreview {
    const { url, expiresAt } = this.#deps.links.urlFor(caller.orgId, id, validSec, holderOf(caller))
    const columns = Math.min(previewColumns, offsetsMs.length)
    return {
      event_id: eventId,
      url,
      expires_at: toTimestamp(expiresAt),
      columns,
      frame_width: Math.floor(width / columns),
      frame_height: Math.floor(height / Math.ceil(offsetsMs.length / columns)),
      offsets_sec: offsetsMs.map((ms) => ms / 1000),
    }
  }

  async #makeOnce(orgId: string, eventId: string, clipId: string): Promise<void> {
    const known = this.#making.get(eventId)
    if (known) return known.made
    const ofOrganisation = [...this.#making.values()].filter((one) => one.orgId === orgId).length
    if (ofOrganisation >= mostOfOrganisation) throw busy('other previews are being made: try again', 1)
    const made = this.#make(orgId, eventId, clipId)
      .catch((error: unknown) => {
        throw this.#lifetime.signal.aborted ? unavailable('the service is being stopped', error) : error
      })
      .finally(() => this.#making.delete(eventId))
    this.#making.set(eventId, { orgId, made })
    return made
  }

  async #make(orgId: string, eventId: string, clipId: string): Promise<void> {
    const { database, store, frames, log } = this.#deps
    const { signal } = this.#lifetime
    const source = await findPictureSource(database.forOrg(orgId), orgId, eventId)
    const clip = source?.media.find(({ id }) => id === clipId)
    if (!clip) return
    const cut = await frames
      .work(async (workspace) => {
        const outcome = await bringClip(store, clip, workspace.folder, signal)
        return outcome === 'placed' ? cutPreview(workspace) : outcome
      }, signal)
      .catch((error: unknown) => {
        // A disk that is full, a store that is away: nothing that asking again some time later does not mend.
        throw unavailable('no preview can be made now; try again', error)
      })
    if (cut === 'gone') return
    if (cut === 'too_large') return this.#giveUp(clipId, 'it is too large')
    if (cut.kind === 'failed') {
      log.warn({ orgId, eventId, reason: cut.reason, said: cut.said }, 'preview.not_cut')
      if (cut.again || (await frames.isReady()) !== 'yes')
        throw unavailable(`no preview could be made, for ${cut.reason}`)
      return this.#giveUp(clipId, cut.reason)
    }
    await storePreview(this.#deps, { ...cut, orgId, eventId })
  }

  #giveUp(clipId: string, reason: string): void {
    if (this.#hopeless.size >= mostHopeless) this.#hopeless.clear()
    this.#hopeless.set(clipId, reason)
  }
}
