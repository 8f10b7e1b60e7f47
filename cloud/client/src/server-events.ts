/** One event of a stream of server-sent events. */
export interface ServerEvent {
  readonly event: string
  readonly data: string
  /** From where to go on after it; null where the event says nothing of that. */
  readonly id: string | null
  /** After how long to connect again once the stream ends, ms; null where the event says nothing of that. */
  readonly retryMs: number | null
}

/**
 * Reads `text/event-stream` (WHATWG HTML, 9.2) from the pieces in which it comes. A block without data is answered too, with an empty
 * `event`: its id moves on from where to go on, and its `retry` says when.
 */
export class ServerEventReader {
  #text = ''

  read(piece: string): ServerEvent[] {
    this.#text += piece
    const blocks = this.#text.split(/\r?\n\r?\n/)
    this.#text = blocks.pop() ?? ''
    return blocks.flatMap(eventOf)
  }
}

function eventOf(block: string): ServerEvent[] {
  const fields = new Map<string, string>()
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? []
    const before = name === 'data' ? fields.get(name) : undefined
    fields.set(name, before === undefined ? value : `${before}\n${value}`)
  }
  const data = fields.get('data')
  const id = fields.get('id') ?? null
  const retry = fields.get('retry') ?? ''
  const retryMs = /^\d+$/.test(retry) ? Number(retry) : null
  if (data === undefined) return id === null && retryMs === null ? [] : [{ event: '', data: '', id, retryMs }]
  return [{ event: fields.get('event') ?? 'message', data, id, retryMs }]
}
