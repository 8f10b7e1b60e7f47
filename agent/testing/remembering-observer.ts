import type {
  ClosedEvent,
  ExtendedEvent,
  OpenedEvent,
  RecordingObserver,
} from '#agent/recording/recording-observer.js'

/** Keeps what it is told as the outbox does: a repeat changes nothing. */
export class RememberingObserver implements RecordingObserver {
  readonly events: OpenedEvent[] = []
  readonly extensions: ExtendedEvent[] = []
  readonly ends: ClosedEvent[] = []
  /** The names of all calls with their event, repeats included. */
  readonly calls: string[] = []
  /** While set, every call fails with it. */
  failure: Error | null = null

  async opened(event: OpenedEvent): Promise<void> {
    this.#called('opened', event.eventId)
    if (!this.events.some(({ eventId }) => eventId === event.eventId)) this.events.push(event)
  }

  async extended(event: ExtendedEvent): Promise<void> {
    this.#called('extended', event.eventId)
    if (!this.extensions.some(({ absorbedEventId }) => absorbedEventId === event.absorbedEventId)) {
      this.extensions.push(event)
    }
  }

  async closed(event: ClosedEvent): Promise<void> {
    this.#called('closed', event.eventId)
    if (!this.ends.some(({ eventId }) => eventId === event.eventId)) this.ends.push(event)
  }

  endOf(eventId: string): ClosedEvent {
    const end = this.ends.find((closed) => closed.eventId === eventId)
    if (end === undefined) throw new Error(`${eventId} was not closed; calls: ${this.calls.join(', ')}`)
    return end
  }

  #called(name: string, eventId: string): void {
    if (this.failure !== null) throw this.failure
    this.calls.push(`${name} ${eventId}`)
  }
}
