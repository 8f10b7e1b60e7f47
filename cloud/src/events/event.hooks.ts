import type { EventCategory } from '@sightline/protocol'
import type { Tx } from '../platform/database/handles.js'

/** An event that has just become visible, as it is handed to the areas above. */
export interface OpenedEvent {
  readonly id: string
  readonly camera_id: string
  readonly camera_name: string
  /** The site at trigger time. */
  readonly site_id: string
  readonly event_category: EventCategory
  readonly trigger_topic: string
  readonly trigger_source: string
  readonly triggered_at: Date
  /** It reached the cloud more than 15 minutes after it happened. */
  readonly late: boolean
  /** It goes on from another event of its camera: who was told of that one is not told again. */
  readonly is_continuation: boolean
}

/**
 * What the areas above do when something happened to events. Each hook runs inside the transaction that stores what
 * happened, so that neither can be there without the other.
 */
export interface EventHooks {
  /** Events became visible, of one organisation: each of them once. */
  onOpened(tx: Tx, orgId: string, events: readonly OpenedEvent[]): Promise<void>
  /** The clip of an event is stored and verified. */
  onClipStored(tx: Tx, orgId: string, eventId: string): Promise<void>
  /** The clip of an event will not come. May happen again for the same event. */
  onClipFailed(tx: Tx, orgId: string, eventId: string, clipError: string | null): Promise<void>
}
