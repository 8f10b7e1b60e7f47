import type { AnalysisResult } from '@sightline/protocol'
import type { Db } from '../platform/database/database.js'
import { cameraReported } from './camera-reported.js'
import { type FactsRow, listFactsRows } from './event-facts.repository.js'
import type { EventFacts, FactObject } from './event-facts.table.js'

export type { EventFacts, FactObject } from './event-facts.table.js'

/**
 * What is known of events: by their analysis, by the camera that reported them, by whoever noted something. One
 * statement for all. Ids that are none of the organisation's are left out.
 */
export async function readEventFacts(
  db: Db,
  orgId: string,
  eventIds: readonly string[],
): Promise<Map<string, EventFacts>> {
  if (eventIds.length === 0) return new Map()
  const rows = await listFactsRows(db, orgId, eventIds)
  return new Map(rows.map((row) => [row.id, toFacts(row)]))
}

function toFacts(row: FactsRow): EventFacts {
  const reported = cameraReported(row)
  const { result } = row
  return {
    event_id: row.id,
    camera_id: row.camera_id,
    camera_name: row.camera_name,
    site_id: row.site_id,
    site_name: row.site_name,
    timezone: row.timezone,
    category: row.event_category,
    trigger_source: row.trigger_source,
    trigger_topic: row.trigger_topic,
    triggered_at: row.triggered_at,
    duration_sec: row.duration_sec,
    analysed: result !== null,
    tags: [...new Set([...row.tags, ...(result?.tags ?? []), ...reported])],
    objects: withReported(objectsOf(result), reported),
    severity: result?.severity ?? null,
    confidence: result?.confidence ?? null,
    text: [row.summary, row.narrative, row.notes].filter((text) => text !== null && text !== '').join('\n'),
  }
}

/** Objects of one label as one, with the confidence of the surest. */
function objectsOf(result: AnalysisResult | null): FactObject[] {
  const byLabel = new Map<string, FactObject>()
  for (const { label, confidence, count } of result?.objects ?? []) {
    const known = byLabel.get(label)
    byLabel.set(label, {
      label,
      confidence: Math.max(known?.confidence ?? 0, confidence),
      count: (known?.count ?? 0) + count,
    })
  }
  return [...byLabel.values()]
}

/** What the model saw as well counts once, with what the model said of it. */
function withReported(seen: readonly FactObject[], reported: readonly string[]): FactObject[] {
  const others = reported.filter((label) => !seen.some((object) => object.label === label))
  return [...seen, ...others.map((label) => ({ label, confidence: null, count: 1 }))]
}
