import type { AnalysisRun, AnalyzeRequest, ClipStatus } from '@sightline/protocol'
import { lockForAnalysis, saveAnalysisOf } from '../../../events/event-analysis.service.js'
import { recordAudit } from '../../../identity/audit/audit.service.js'
import { type Caller, requireSite } from '../../../platform/caller.js'
import type { Tx } from '../../../platform/database/handles.js'
import { type AppError, conflict, missing } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { chooseModelFor } from '../../models/choose-model.service.js'
import { showRun } from '../results/show-analysis.js'
import { countRuns, findPendingVersion } from '../runs/run.repository.js'
import { findSubject } from '../runs/subject.repository.js'
import { cameraModel, disabledReason, insertPending, newRun, sentence } from './analysis-queue.service.js'

/** Versions of one event, at most: what is asked more often is asked by mistake, and costs. */
export const mostVersions = 100

/**
 * Has an event analysed once more. Its state goes back to pending; what an earlier analysis found stands until then.
 * @throws AppError missing, or forbidden outside the caller's sites; conflict while one is under way, where there is no
 *   clip or no model, where the camera's analysis is disabled, and after 100 versions
 */
export function analyzeEvent(
  { database, config }: Pick<Platform, 'database' | 'config'>,
  caller: Caller,
  eventId: string,
  wanted: AnalyzeRequest,
): Promise<AnalysisRun> {
  const { orgId, actor } = caller
  return database.inOrg(orgId, async (tx) => {
    const event = await lockForAnalysis(tx, orgId, eventId)
    if (!event?.is_listed) throw missing('event')
    requireSite(caller, event.site_id, 'event')
    await requireFree(tx, orgId, eventId)
    const noClip = clipTrouble(event.clip_status, event.clip_error)
    if (noClip) throw noClip
    const subject = await findSubject(tx, orgId, eventId)
    if (!subject) throw missing('event')
    if (subject.ai_analysis_mode === 'disabled') {
      throw conflict(`${disabledReason} Set the camera's ai_analysis_mode first.`)
    }
    const chosen = await chooseModelFor(tx, config, orgId, cameraModel(subject))
    if (chosen.kind === 'none') throw conflict(sentence(chosen.reason))
    const run = await insertPending(tx, newRun({ orgId, subject, cause: 'requested', actor, wanted }))
    await saveAnalysisOf(tx, orgId, eventId, { ai_status: 'pending', ai_error: null })
    const { version, mode, pass_mode } = run
    await recordAudit(tx, { orgId, actor }, 'event.analysis_requested', {
      target: { kind: 'event', id: eventId },
      data: {
        version,
        mode,
        pass_mode,
      },
    })
    return showRun(run)
  })
}

async function requireFree(tx: Tx, orgId: string, eventId: string): Promise<void> {
  const pending = await findPendingVersion(tx, orgId, eventId)
  if (pending !== null)
    throw conflict(`version ${pending} of this event's analysis is under way: wait for its end`)
  if ((await countRuns(tx, orgId, eventId)) >= mostVersions) {
    throw conflict(`this event was analysed ${mostVersions} times: no more versions are kept`)
  }
}

function clipTrouble(status: ClipStatus, reason: string | null): AppError | undefined {
  switch (status) {
    case 'ready':
      return undefined
    case 'recording':
    case 'uploading':
      return conflict(
        `the clip is not there yet: clip_status is ${status}; the event is analysed when it comes`,
      )
    case 'failed':
      return conflict(`this event has no clip${reason === null ? '' : ` (${reason})`}`)
    case 'expired':
      return conflict('the clip of this event was removed by retention')
  }
}
