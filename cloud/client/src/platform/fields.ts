/** What came over the wire, field by field: no library is loaded for it. Each reader throws TypeError. */
export class Fields {
  readonly #from: Readonly<Record<string, unknown>>

  constructor(from: unknown) {
    if (!isRecord(from)) throw new TypeError('no object')
    this.#from = from
  }

  string(name: string): string {
    const value = this.#from[name]
    if (typeof value !== 'string') throw new TypeError(`${name} is no text`)
    return value
  }

  number(name: string): number {
    const value = this.#from[name]
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError(`${name} is no number`)
    return value
  }

  /** One of the words of `among`. */
  word<T extends string>(name: string, among: readonly T[]): T {
    const value = this.string(name)
    const found = among.find((word) => word === value)
    if (found === undefined) throw new TypeError(`${name} is ${value}`)
    return found
  }

  /** Milliseconds since the epoch of an RFC 3339 text. */
  time(name: string): number {
    const value = Date.parse(this.string(name))
    if (Number.isNaN(value)) throw new TypeError(`${name} is no time`)
    return value
  }

  /** Reads with `read` unless the field is null or left out. */
  optional<T>(name: string, read: (name: string) => T): T | null {
    const value = this.#from[name]
    return value === null || value === undefined ? null : read(name)
  }

  /** The object that a field holds. */
  inner(name: string): Fields {
    return new Fields(this.#from[name])
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Bytes of a base64 text. @throws TypeError for a text that is none */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch (cause) {
    throw new TypeError('no base64', { cause })
  }
}
