import type { AnalysisResult } from '@sightline/protocol'
import { storedTimezone } from '../../../platform/time/stored-timezone.js'
import { labelOf, labelsOf, storedLabel } from '../../labels/label.service.js'
import { cameraReported } from './camera-reported.js'
import type { FactsRow } from './event-facts.repository.js'
import type { EventFacts, FactObject } from './event-facts.table.js'

/** What is known of an event, made of its row and the newest result of a model. */
export function toEventFacts(row: FactsRow): EventFacts {
  const reported = cameraReported(row)
  const { result } = row
  return {
    event_id: row.id,
    camera_id: row.camera_id,
    camera_name: row.camera_name,
    site_id: row.site_id,
    site_name: row.site_name,
    timezone: storedTimezone(row.timezone) ?? row.timezone,
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

/** Objects of one label as one, with the confidence of the surest. Labels of earlier releases come under those of now. */
function objectsOf(result: AnalysisResult | null): FactObject[] {
  const byLabel = new Map<string, FactObject>()
  for (const { label: stored, confidence, count } of result?.objects ?? []) {
    const label = storedLabel(stored)
    const known = byLabel.get(label)
    byLabel.set(label, {
      label,
      confidence: Math.max(known?.confidence ?? 0, confidence),
      count: (known?.count ?? 0) + count,
    })
  }
  return [...byLabel.values()]
}

/**
 * What the model saw as well counts once, with what the model said of it: a camera that reports a vehicle means the car.
 * Of what a camera reported the narrowest counts. All of it is among the tags.
 */
function withReported(seen: readonly FactObject[], reported: readonly string[]): FactObject[] {
  const isOne = (a: string, b: string) => labelsOf(a).includes(labelOf(b))
  const others = reported.filter(
    (label, index) =>
      !seen.some((object) => isOne(object.label, label) || isOne(label, object.label)) &&
      !reported.some(
        (other, place) => place !== index && labelOf(other) !== labelOf(label) && isOne(other, label),
      ),
  )
  return [...seen, ...others.map((label) => ({ label, confidence: null, count: 1 }))]
}
