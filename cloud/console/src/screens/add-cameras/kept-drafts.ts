import { at } from '../../session/session-user.js'
import { type Draft, keptPart, readDraft } from './draft.js'

/** One of each kind for this tab: who signs in next in another tab finds nothing of it. */
const key = (person: string): string => `sightline.adding.${person}`

/** What was typed for cameras in this tab, and which were added; without passwords. It outlives a reload, and no more than the tab. */
export class KeptDrafts {
  readonly #key: string

  constructor(personId: string) {
    this.#key = key(personId)
  }

  draft(place: string): Draft | null {
    return readDraft(at(at(this.#read(), 'drafts'), place))
  }

  keep(place: string, draft: Draft | null): void {
    const drafts = { ...objectOf(at(this.#read(), 'drafts')), [place]: draft && keptPart(draft) }
    this.#write({ drafts: without(drafts), added: this.added() })
  }

  /** Places whose camera was added here: the list of the gateway does not know it before its next scan. */
  added(): readonly string[] {
    const added = at(this.#read(), 'added')
    return Array.isArray(added) ? added.filter((one) => typeof one === 'string') : []
  }

  noteAdded(place: string): void {
    const { [place]: _done, ...drafts } = objectOf(at(this.#read(), 'drafts'))
    this.#write({ drafts, added: [...new Set([...this.added(), place])] })
  }

  #read(): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? 'null')
    } catch {
      // A browser that keeps nothing, or not what was written here.
      return null
    }
  }

  #write(kept: { drafts: Readonly<Record<string, unknown>>; added: readonly string[] }): void {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(kept))
    } catch {
      // It holds until the page is loaded anew.
    }
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const without = (drafts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(drafts).filter(([, draft]) => draft !== null))
