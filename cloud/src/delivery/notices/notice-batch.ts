import { isAtLeast, type Role } from '@sightline/protocol'
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
  readonly #named: Named
  /** Thousands may listen: what is told to several alike is written once. */
  readonly #texts = new Map<string, string>()
  #textsWritten = 0

  constructor(moment: Moment, token: string, changes: readonly ChangeRow[]) {
    this.moment = moment
    this.token = token
    this.#changes = changes
    this.#named = namedIn(changes)
  }

  /** How many texts were made of it: it does not grow with the listeners. */
  get textsWritten(): number {
    return this.#textsWritten
  }

  /**
   * What a listener of this scope is told; empty if it is nothing.
   * @param told what this listener heard before the batch, where that is not the batch before
   */
  textFor(scope: NoticeScope, told: Snapshot | null): string {
    // Who has just come has mostly heard nothing of it yet.
    if (told && this.#changes.some(({ xid }) => sees(told, xid))) return this.#write(scope, told)
    const likeness = likenessOf(scope, this.#named)
    const written = this.#texts.get(likeness)
    if (written !== undefined) return written
    const text = this.#write(scope, null)
    this.#texts.set(likeness, text)
    return text
  }

  #write(scope: NoticeScope, told: Snapshot | null): string {
    this.#textsWritten += 1
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

/** By what changes tell listeners apart. */
interface Named {
  readonly siteIds: ReadonlySet<string>
  readonly roles: ReadonlySet<Role>
  readonly userIds: ReadonlySet<string>
}

function namedIn(changes: readonly ChangeRow[]): Named {
  // Of so many nobody is told which.
  const told = changes.length >= mostTold ? [] : changes
  const siteIds = told.flatMap(({ site_id: site, moved_to: to }) => [site, to])
  return {
    siteIds: new Set(siteIds.filter((id) => id !== null)),
    roles: new Set(told.map(({ at_least: role }) => role).filter((role) => role !== null)),
    userIds: new Set(told.map(({ user_id: id }) => id).filter((id) => id !== null)),
  }
}

/** Listeners of one likeness are told the same: scopes differ for them in nothing that the changes name. */
function likenessOf({ siteIds, role, userId }: NoticeScope, named: Named): string {
  const sites = siteIds === null ? 'all' : siteIds.filter((id) => named.siteIds.has(id)).toSorted()
  const roles = [...named.roles].filter((least) => isAtLeast(role, least))
  const user = userId !== null && named.userIds.has(userId) ? userId : ''
  return JSON.stringify([sites, roles, user])
}
