import { TriggerAnswers } from '../cloud-commands/trigger-answers.js'
import { LossCounts } from '../outbox/losses.js'
import { type Database, endDatabase, openDatabase } from '../outbox/open-database.js'
import { Outbox } from '../outbox/outbox.js'
import type { Lifetime } from '../platform/lifetime.js'
import type { ServiceTime } from '../platform/service-time.js'
import { UploadQueue } from '../upload/upload-queue.js'
import { type AgentContext, outboxFolder } from './agent-context.js'

/** What every agent keeps on disk, and so still knows after a restart. */
export interface DurableState {
  readonly outbox: Outbox
  readonly uploads: UploadQueue
  readonly losses: LossCounts
  readonly service: ServiceTime
  readonly answers: TriggerAnswers
}

/**
 * Opens what an earlier process of this data folder left, and keeps others out of it.
 * @throws AgentError `already_running`, `storage`
 */
export async function openDurableState(
  { dataDir, log }: AgentContext,
  service: ServiceTime,
  lifetime: Lifetime,
): Promise<DurableState & { readonly database: Database }> {
  const database = await openDatabase(outboxFolder(dataDir), log)
  lifetime.add('database', () => endDatabase(database))
  const outbox = await Outbox.open(database, service, log)
  lifetime.add('outbox', () => outbox.settled())
  const answers = new TriggerAnswers(database, service)
  await answers.dropOld(log)
  const uploads = await UploadQueue.open(database, service.now(), log)
  const losses = await LossCounts.open(database, log)
  return { database, outbox, uploads, answers, losses, service }
}
