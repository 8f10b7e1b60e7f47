import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type {
  ClosedEvent,
  ExtendedEvent,
  OpenedEvent,
  RecordingObserver,
} from '#agent/recording/recording-observer.js'

/** What one line of the file says, as far as tests ask. */
const Told = z.object({
  name: z.enum(['opened', 'extended', 'closed']),
  event: z.looseObject({
    eventId: z.string(),
    clip: z.object({ path: z.string() }).nullable().default(null),
  }),
})
type Told = z.infer<typeof Told>

/** An observer that outlives a killed process: a line on the disk for each new thing that it is told. */
export class FileObserver implements RecordingObserver {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async opened(event: OpenedEvent): Promise<void> {
    this.#tell('opened', event)
  }

  async extended(event: ExtendedEvent): Promise<void> {
    this.#tell('extended', event)
  }

  async closed(event: ClosedEvent): Promise<void> {
    this.#tell('closed', event)
  }

  /** Everything that was told so far; a line that was cut was not told. */
  told(): Told[] {
    if (!existsSync(this.#path)) return []
    const lines = readFileSync(this.#path, 'utf8').split('\n').slice(0, -1)
    return lines.filter((line) => line !== '').map((line) => Told.parse(JSON.parse(line)))
  }

  #tell(name: Told['name'], event: { readonly eventId: string }): void {
    const isKnown = (told: Told) => told.name === name && told.event.eventId === event.eventId
    if (this.told().some(isKnown)) return
    // A line of its own also behind one that was cut.
    appendFileSync(this.#path, `\n${JSON.stringify({ name, event })}\n`)
    const file = openSync(this.#path, 'r')
    fsyncSync(file)
    closeSync(file)
  }
}
