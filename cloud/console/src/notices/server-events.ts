/** One server-sent event (HTML standard, 9.2). */
export interface ServerEvent {
  readonly id: string | null
  readonly event: string | null
  readonly data: string | null
}

/** Cuts a stream of text into server-sent events, however it arrives in pieces. */
export class ServerEventReader {
  #rest = ''

  /** @returns the events that this piece completes */
  read(piece: string): ServerEvent[] {
    const blocks = (this.#rest + piece).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    return blocks.map((block) => {
      const fields = new Map<string, string>()
      for (const line of block.split('\n')) {
        const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
        if (name !== undefined && value !== undefined)
          fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value)
      }
      return {
        id: fields.get('id') ?? null,
        event: fields.get('event') ?? null,
        data: fields.get('data') ?? null,
      }
    })
  }
}
