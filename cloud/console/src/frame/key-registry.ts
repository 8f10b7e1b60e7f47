/** What a key does. */
export interface Key {
  /** In words, for the map of keys. */
  readonly does: string
  readonly act: () => void
  /** Also while somebody types; only for keys with Ctrl. */
  readonly inFields?: boolean
}

/** Keys by name: `a`, `Escape`, `Shift+ArrowLeft`, `Ctrl+k`, and `g l` for one after the other. */
export type Keys = Readonly<Record<string, Key>>

/** Whether keys belong to the page that is shown, or to what stands around every page. */
export type Where = 'page' | 'everywhere'

interface Layer {
  readonly where: Where
  /** Those of now. */
  readonly keys: () => Keys
}

interface Press {
  readonly name: string
  /** By any clock that only goes on. */
  readonly atMs: number
  /** A field, a menu or a dialog has the focus. */
  readonly isTaken: boolean
  /** Whether characters alone do anything. */
  readonly singleKeys: boolean
}

/** How long the second of two keys may take, ms. */
const secondWithinMs = 1500

/** Whether a key is a character alone, as WCAG 2.1.4 means it. */
export const isCharacter = (name: string): boolean =>
  !name.startsWith('Ctrl+') && (name.split(' ').at(-1) ?? '').length === 1

/** Which key does what. Of two layers with the same key that of the page has it, and of two of the page the newer one. */
export class KeyRegistry {
  readonly #layers: Layer[] = []
  #first: { readonly name: string; readonly atMs: number } | null = null

  /** @returns takes the layer away */
  add(layer: Layer): () => void {
    this.#layers.push(layer)
    return () => {
      const at = this.#layers.indexOf(layer)
      if (at >= 0) this.#layers.splice(at, 1)
    }
  }

  /** What a press does; null: nothing, or it is the first of two. */
  pressed({ name, atMs, isTaken, singleKeys }: Press): Key | null {
    const first = this.#first && atMs - this.#first.atMs <= secondWithinMs ? this.#first.name : null
    this.#first = null
    const both = first === null ? name : `${first} ${name}`
    const found = this.#find(both)
    if (found) {
      const mayAct = (!isTaken || found.inFields === true) && (singleKeys || !isCharacter(both))
      return mayAct ? found : null
    }
    if (!isTaken && singleKeys && this.#beginsTwo(name)) this.#first = { name, atMs }
    return null
  }

  /** All keys of now with what they do, those of the page first. */
  map(): readonly { readonly where: Where; readonly name: string; readonly does: string }[] {
    const seen = new Set<string>()
    return this.#inOrder()
      .flatMap(({ where, keys }) => Object.entries(keys()).map(([name, { does }]) => ({ where, name, does })))
      .filter(({ name }) => !seen.has(name) && seen.add(name))
  }

  #find(name: string): Key | null {
    for (const { keys } of this.#inOrder()) {
      const key = keys()[name]
      if (key) return key
    }
    return null
  }

  /** Those of the page first, the newest of each first: what stands around a page may come after it. */
  #inOrder(): Layer[] {
    const isEverywhere = ({ where }: Layer): number => (where === 'everywhere' ? 1 : 0)
    return this.#layers.toReversed().toSorted((one, other) => isEverywhere(one) - isEverywhere(other))
  }

  #beginsTwo(name: string): boolean {
    return this.#layers.some(({ keys }) => Object.keys(keys()).some((known) => known.startsWith(`${name} `)))
  }
}
