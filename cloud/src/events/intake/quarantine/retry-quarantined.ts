import { EventClosed, EventExtended, EventOpened } from '@sightline/protocol'
import type { Database } from '../../../platform/database/database.js'
import type { Log } from '../../../platform/log.js'
import { eachApart, namedOrg } from '../../../platform/work/each-apart.js'
import type { PeriodicTask } from '../../../platform/work/periodic.js'
import type { EventIntake } from '../event-intake.service.js'
import { blameOf, reasonOf } from '../intake-error.js'
import type { IntakeContext, IntakeFrame } from '../intake-frame.service.js'
import {
  countTry,
  hasOthers,
  listOrgsWithQuarantined,
  pageOfQuarantined,
  type QuarantinedFrame,
  releaseQuarantined,
  type WaitingFrame,
} from './quarantine.repository.js'

interface QuarantineDeps {
  readonly database: Database
  readonly log: Log
  readonly intake: EventIntake
}

const everyMs = 10 * 60 * 1000
const pageSize = 100

/** Tries again what is in quarantine: what stood against it may be gone, or mended by a newer version. */
export function quarantineTask(deps: QuarantineDeps): PeriodicTask {
  return { name: 'quarantine', everyMs, run: (signal) => retryQuarantined(deps, signal) }
}

/**
 * Takes what can be taken now. Frames of an event wait for those before them. What stops the pass in one organisation
 * keeps no other from its turn.
 */
export async function retryQuarantined(deps: QuarantineDeps, signal: AbortSignal): Promise<void> {
  const orgIds = await listOrgsWithQuarantined(deps.database.worker)
  await eachApart(orgIds, { log: deps.log, signal, named: namedOrg }, (orgId) => retryIn(deps, orgId, signal))
}

async function retryIn(deps: QuarantineDeps, orgId: string, signal: AbortSignal): Promise<void> {
  const db = deps.database.forOrg(orgId)
  const stuckEvents = new Set<string>()
  let last: RetryResult = 'taken'
  for (let after: WaitingFrame | null = null; !signal.aborted; ) {
    const page: WaitingFrame[] = await pageOfQuarantined(db, orgId, after, pageSize)
    const end = page.at(-1)
    if (!end) return
    for (const frame of page) {
      if (signal.aborted) return
      if (stuckEvents.has(frame.event_id)) continue
      const tried = await retryOne(deps, frame)
      if (tried === 'stays' || tried === 'slow') stuckEvents.add(frame.event_id)
      // One frame may be slow by itself; two in a row are PostgreSQL's trouble, which later frames would only lengthen.
      if (tried === 'slow' && last === 'slow') throw new Error('frames took too long, one after the other')
      last = tried
    }
    after = end
  }
}

/** What became of a frame; all but `taken` stay where they are. `early`: it needs another one of its event, which waits too. */
type RetryResult = 'taken' | 'early' | 'stays' | 'slow'

async function retryOne(
  { database, log, intake }: QuarantineDeps,
  frame: QuarantinedFrame,
): Promise<RetryResult> {
  const { org_id: orgId, id, event_id: eventId, type } = frame
  const db = database.forOrg(orgId)
  try {
    const outcome = await intake.take(contextOf(frame), toIntakeFrame(frame))
    const refusal = typeof outcome === 'object' ? outcome.rejected.code : null
    if (refusal !== null && (await hasOthers(db, frame))) {
      await countTry(db, orgId, id, `refused: ${refusal}`)
      return 'early'
    }
    log[refusal ? 'warn' : 'info']({ orgId, eventId, type, refusal }, 'intake.released')
    await releaseQuarantined(db, orgId, id)
    return 'taken'
  } catch (error) {
    const blame = blameOf(error)
    if (blame === 'everybody') throw error
    log.error({ err: error, orgId, eventId, type }, 'intake.still_quarantined')
    await countTry(db, orgId, id, reasonOf(error))
    return blame === 'either' ? 'slow' : 'stays'
  }
}

function toIntakeFrame(frame: QuarantinedFrame): IntakeFrame {
  const body: unknown = JSON.parse(frame.body)
  switch (frame.type) {
    case 'event.opened':
      return { type: frame.type, body: EventOpened.parse(body) }
    case 'event.extended':
      return { type: frame.type, body: EventExtended.parse(body) }
    case 'event.closed':
      return { type: frame.type, body: EventClosed.parse(body) }
  }
}

/** A relay held the camera when its frame was confirmed; what has become of the lease since does not matter. */
function contextOf(frame: QuarantinedFrame): IntakeContext {
  const { org_id: orgId, gateway_id: gatewayId, camera_id: cameraId, received_at: receivedAt } = frame
  const common = { orgId, receivedAt, isQuarantined: true as const }
  if (gatewayId !== null) return { ...common, gatewayId }
  return { ...common, gatewayId: null, lease: { cameraId, hold: () => Promise.resolve(true) } }
}
