import { useMemo } from 'react'
import { useTimelines } from '../../api/camera.js'
import { boundsOfDay, dayOf } from '../../time/zone.js'
import { type Happening, happeningOf } from '../../timeline/happening.js'
import type { Stretch } from '../../timeline/span.js'

/** What is known of some days of a camera. */
export interface TimelineOfDays {
  /** By their beginning; null while they are not all there. */
  readonly happenings: readonly Happening[] | null
  readonly offline: readonly Stretch[]
  readonly zone: string | null
  readonly name: string | null
  readonly isDeleted: boolean
  readonly isTruncated: boolean
  readonly error: Error | null
  readonly again: () => void
}

/** The days of these moments, each once, none twice, none that is to come. */
export function daysWith(moments: readonly number[], zone: string, nowMs: number): string[] {
  const days = moments.map((at) => dayOf(Math.min(at, nowMs), zone))
  return [...new Set(days)].toSorted()
}

/** @param nowMs until when what is recorded now lasts */
export function useTimeline(
  cameraId: string,
  days: readonly string[],
  { zone, nowMs }: { zone: string; nowMs: number },
): TimelineOfDays {
  const results = useTimelines(
    cameraId,
    days.map((day) => boundsOfDay(day, zone)),
  )
  const version = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join(' ')
  const key = `${cameraId} ${days.join(' ')} ${zone} ${version}`
  const data = useMemo(
    () => {
      const timelines = results.flatMap(({ data: timeline }) => timeline ?? [])
      const byId = new Map(timelines.flatMap(({ events }) => events).map((event) => [event.id, event]))
      const isWhole = results.every(({ data: timeline }) => timeline !== undefined)
      return {
        happenings: isWhole
          ? [...byId.values()]
              .map((event) => happeningOf(event, nowMs))
              .toSorted((one, other) => one.from - other.from)
          : null,
        offline: timelines.flatMap(({ offline }) =>
          offline.map(({ start_at: from, end_at: to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
        ),
        zone: timelines[0]?.timezone ?? null,
        name: timelines[0]?.camera_name ?? null,
        isDeleted: timelines[0]?.camera_deleted ?? false,
        isTruncated: timelines.some(({ truncated }) => truncated),
      }
    },
    // What is recorded now grows with the next answer.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  )
  return {
    ...data,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    again: () => {
      for (const { isError, refetch } of results) if (isError) void refetch()
    },
  }
}
