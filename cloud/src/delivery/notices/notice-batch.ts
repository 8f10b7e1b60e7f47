import type { ChangeRow, Moment, Snapshot } from '../../identity/changes/changes.service.js'
import { sees } from '../../identity/changes/changes.service.js'
import { eventText, isTold, type NoticeScope, noticeOf, onceEach, resetText } from './notice-text.js'

/** Changes that are told one by one; more at once are one `reset`. */
export const mostTold = 1_000

/** What changed in an organisation since the batch before, for all who listen on this node. */
export class NoticeBatch {
  readonly moment: Moment
  /** From where a listener goes on that has heard it. */
  readonly token: string
  readonly #changes: readonly ChangeRow[]
  /** Something is told to some roles or persons only. */
  readonly #isRestricted: boolean
  /** Listeners of one scope are told the same: it is written once. */
  readonly #texts = new Map<string, string>()

  constructor(moment: Moment, token: string, changes: readonly ChangeRow[]) {
    this.moment = moment
    this.token = token
    this.#changes = changes
    this.#isRestricted = changes.some(
      ({ at_least: role, user_id: userId }) => role !== null || userId !== null,
    )
  }

  /**
   * What a listener of this scope is told; empty if it is nothing.
   * @param told what this listener heard before the batch, where that is not the batch before
   */
  textFor(scope: NoticeScope, told: Snapshot | null): string {
    if (told) return this.#write(scope, told)
    const name = this.#nameOf(scope)
    const written = this.#texts.get(name)
    if (written !== undefined) return written
    const text = this.#write(scope, null)
    this.#texts.set(name, text)
    return text
  }

  #nameOf({ siteIds, role, userId }: NoticeScope): string {
    const sites = siteIds === null ? '' : [...siteIds].toSorted().join()
    return this.#isRestricted ? [sites, role, userId].join(' ') : sites
  }

  #write(scope: NoticeScope, told: Snapshot | null): string {
    if (this.#changes.length >= mostTold) return resetText('too_many', this.token)
    const notices = onceEach(
      this.#changes
        .filter((change) => isTold(change, scope) && !(told && sees(told, change.xid)))
        .map(noticeOf),
    )
    // Whoever is cut off in the middle hears all of it again.
    return notices
      .map((notice, at) => eventText('change', notice, at === notices.length - 1 ? this.token : undefined))
      .join('')
  }
}
