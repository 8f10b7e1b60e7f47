import { basename } from 'node:path'
import { EventCategory, type UploadBegin } from '@sightline/protocol'
import type {
  ClosedEvent,
  ExtendedEvent,
  OpenedEvent,
  RecordedFile,
  RecordingObserver,
} from '../recording/recording-observer.js'
import type { Change } from './open-database.js'
import { durableBody, type NewEntry, type Outbox } from './outbox.js'
import { keys } from './outbox-keys.js'
import type { UploadRecord } from './upload-record.js'

/** What is known of the gateway's clock when an event is stamped. */
export interface EventClock {
  /** The cloud's clock minus ours, ms; null before the first session. */
  readonly offsetMs: number | null
  /** Whether a time service holds our clock; null if not known. */
  readonly synced: boolean | null
}

/** Producer data beyond this many characters of JSON would not fit a frame. */
const rawDataLimit = 32 * 1024

/** Names by which the outbox recognises a repeat. */
export const marks = {
  opened: (eventId: string) => `opened!${eventId}`,
  absorbed: (eventId: string) => `absorbed!${eventId}`,
  extended: (event: ExtendedEvent) => `extended!${event.eventId}!${event.triggeredAtMs}`,
  closed: (eventId: string) => `closed!${eventId}`,
  clipLost: (eventId: string) => `clip_lost!${eventId}`,
} as const

/** Puts what the recorder reports into the outbox; a clip's upload is kept in the same write as its end. */
export function eventPublisher(outbox: Outbox, evidence: () => EventClock): RecordingObserver {
  return {
    async opened(event) {
      await outbox.append(openedEntry(event, evidence()))
    },
    async extended(event) {
      await outbox.append(extendedEntry(event))
    },
    async closed(event) {
      await outbox.append(closedEntry(event))
    },
  }
}

function openedEntry(event: OpenedEvent, clock: EventClock): NewEntry {
  return {
    type: 'event.opened',
    mark: marks.opened(event.eventId),
    body: durableBody('event.opened', {
      event_id: event.eventId,
      camera_id: event.cameraId,
      event_category: EventCategory.catch('other').parse(event.category),
      trigger_topic: event.topic.slice(0, 1024),
      trigger_source: event.source,
      raw_source: event.rawSource.slice(0, 128),
      raw_data: bounded(event.rawData),
      triggered_at: timestamp(event.triggeredAtMs),
      clock_offset_ms: clock.offsetMs,
      clock_synced: clock.synced,
    }),
  }
}

function extendedEntry(event: ExtendedEvent): NewEntry {
  return {
    type: 'event.extended',
    mark: event.absorbedEventId === null ? marks.extended(event) : marks.absorbed(event.absorbedEventId),
    body: durableBody('event.extended', {
      event_id: event.eventId,
      camera_id: event.cameraId,
      absorbed_event_id: event.absorbedEventId,
      triggered_at: timestamp(event.triggeredAtMs),
    }),
  }
}

function closedEntry(event: ClosedEvent): NewEntry {
  const { clip, snapshot } = event
  const files: { object: UploadBegin; name: string }[] = []
  if (snapshot) files.push({ object: uploadOf(event.eventId, snapshot, null), name: basename(snapshot.path) })
  if (clip) files.push({ object: uploadOf(event.eventId, clip, clip.codec), name: basename(clip.path) })
  return {
    type: 'event.closed',
    mark: marks.closed(event.eventId),
    body: durableBody('event.closed', {
      event_id: event.eventId,
      camera_id: event.cameraId,
      clip: clip && {
        start_at: timestamp(clip.startAtMs),
        end_at: timestamp(clip.endAtMs),
        codec: clip.codec,
        width: clip.width,
        height: clip.height,
        bytes: clip.bytes,
        sha256: clip.sha256,
      },
      error: event.error?.slice(0, 1000) ?? null,
      ...(event.note !== undefined && { note: event.note.slice(0, 1000) }),
    }),
    with: (afterSeq) =>
      files.map(({ object, name }) => ({
        type: 'put' as const,
        key: keys.send(object.kind, afterSeq, event.eventId),
        value: {
          object,
          cameraId: event.cameraId,
          name,
          afterSeq,
          state: 'pending',
          refusals: 0,
          reason: null,
          failedMs: null,
          endedAtMs: clip?.endAtMs ?? null,
        } satisfies UploadRecord,
      })),
  }
}

/**
 * An event whose clip was announced and will not come. The event stays, the clip has failed with `reason`.
 * @param also written with it or not at all
 */
export function clipLostEntry(
  event: Pick<ClosedEvent, 'eventId' | 'cameraId'>,
  reason: string,
  also: () => readonly Change[],
): NewEntry {
  return {
    type: 'event.closed',
    mark: marks.clipLost(event.eventId),
    body: durableBody('event.closed', {
      event_id: event.eventId,
      camera_id: event.cameraId,
      clip: null,
      error: reason.slice(0, 1000),
    }),
    with: also,
  }
}

function uploadOf(eventId: string, file: RecordedFile, codec: string | null): UploadBegin {
  return {
    event_id: eventId,
    kind: codec === null ? 'snapshot' : 'clip',
    bytes: file.bytes,
    sha256: file.sha256,
    content_type: codec === null ? 'image/jpeg' : 'video/mp4',
    codec,
    width: file.width,
    height: file.height,
  }
}

function bounded(data: OpenedEvent['rawData']): Record<string, unknown> {
  const text = JSON.stringify(data)
  return text.length <= rawDataLimit ? { ...data } : { truncated: true, text: text.slice(0, rawDataLimit) }
}

function timestamp(ms: number): string {
  return new Date(ms).toISOString()
}
