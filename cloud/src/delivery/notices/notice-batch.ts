import type { ChangeRow, Moment, Snapshot } from '../../identity/changes/changes.service.js'
import { sees } from '../../identity/changes/changes.service.js'
import { eventText, isTold, noticeOf, onceEach } from './notice-text.js'

/** Changes that are told one by one; more at once are one `resync`. */
export const mostTold = 1_000

/** What changed in an organisation since the batch before, for all who listen on this node. */
export class NoticeBatch {
  readonly moment: Moment
  /** From where a listener goes on that has heard it. */
  readonly token: string
  readonly #changes: readonly ChangeRow[]
  /** Listeners of one scope are told the same: it is written once. */
  readonly #texts = new Map<string, string>()

  constructor(moment: Moment, token: string, changes: readonly ChangeRow[]) {
    this.moment = moment
    this.token = token
    this.#changes = changes
  }

  /**
   * What a listener with these sites is told; empty if it is nothing.
   * @param told what this listener heard before the batch, where that is not the batch before
   */
  textFor(siteIds: readonly string[] | null, told: Snapshot | null): string {
    if (told) return this.#write(siteIds, told)
    const scope = siteIds === null ? '' : [...siteIds].toSorted().join()
    const written = this.#texts.get(scope)
    if (written !== undefined) return written
    const text = this.#write(siteIds, null)
    this.#texts.set(scope, text)
    return text
  }

  #write(siteIds: readonly string[] | null, told: Snapshot | null): string {
    if (this.#changes.length >= mostTold) return eventText('resync', { reason: 'too_many' }, this.token)
    const notices = onceEach(
      this.#changes
        .filter((change) => isTold(change, siteIds) && !(told && sees(told, change.xid)))
        .map(noticeOf),
    )
    // Whoever is cut off in the middle hears all of it again.
    return notices
      .map((notice, at) => eventText('change', notice, at === notices.length - 1 ? this.token : undefined))
      .join('')
  }
}
