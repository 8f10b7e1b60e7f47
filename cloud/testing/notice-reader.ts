import { Notice } from '@sightline/protocol'

/** An event of a stream as it came. */
export interface HeardEvent {
  readonly name: string
  readonly data: unknown
  readonly id: string | null
}

/** Somebody who listens to `GET /api/v1/notices` by `fetch`, as a page does. */
export class NoticeReader implements AsyncDisposable {
  readonly events: HeardEvent[] = []
  /** The newest id, as `EventSource` keeps it. */
  lastId: string | null = null
  readonly status: number
  readonly headers: Headers
  /** Resolves when the answer has ended or broke. */
  readonly ended: Promise<void>
  readonly #over: AbortController
  #wake: () => void = () => {}
  #hasEnded = false

  private constructor(answer: Response, over: AbortController) {
    this.status = answer.status
    this.headers = answer.headers
    this.#over = over
    this.ended = this.#read(answer).finally(() => {
      this.#hasEnded = true
      this.#wake()
    })
  }

  /** Resolves with the head of the answer. */
  static async open(
    url: string,
    { token, lastEventId }: { token: string; lastEventId?: string | null },
  ): Promise<NoticeReader> {
    const over = new AbortController()
    const answer = await fetch(`${url}/api/v1/notices`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastEventId === null || lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal: over.signal,
    })
    return new NoticeReader(answer, over)
  }

  get notices(): Notice[] {
    return this.events.filter(({ name }) => name === 'change').map(({ data }) => Notice.parse(data))
  }

  /** The first event that holds, also of those that came before. @throws Error if the answer ends without one */
  async event(holds: (event: HeardEvent) => boolean): Promise<HeardEvent> {
    for (;;) {
      const found = this.events.find(holds)
      if (found) return found
      if (this.#hasEnded) throw new Error(`ended without it: ${JSON.stringify(this.events)}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async named(name: string): Promise<HeardEvent> {
    return this.event((event) => event.name === name)
  }

  async notice(holds: Partial<Notice>): Promise<Notice> {
    const found = await this.event(({ name, data }) => {
      if (name !== 'change') return false
      const told = new Map<string, unknown>(Object.entries(Notice.parse(data)))
      return Object.entries(holds).every(([key, value]) => told.get(key) === value)
    })
    return Notice.parse(found.data)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    await this.ended.catch(() => {})
  }

  async #read(answer: Response): Promise<void> {
    let text = ''
    const parts = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    try {
      for (let part = await parts?.read(); part && !part.done; part = await parts?.read()) {
        text += part.value
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) this.#take(block)
        this.#wake()
      }
    } catch {
      // Cut: by the service, or by this reader.
    }
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const at = line.indexOf(':')
        return [line.slice(0, at), line.slice(at + 1).trimStart()]
      }),
    )
    const id = fields.get('id') ?? null
    if (id !== null) this.lastId = id
    const data = fields.get('data')
    if (data !== undefined)
      this.events.push({ name: fields.get('event') ?? 'message', data: JSON.parse(data), id })
  }
}
