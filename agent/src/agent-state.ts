import { type AgentGround, outboxFolder } from './agent-parts.js'
import { TriggerAnswers } from './cloud-commands/trigger-answers.js'
import type { Identity } from './cloud-link/identity.js'
import { Configuration } from './configuration/configuration.js'
import { openDatabase } from './outbox/open-database.js'
import { Outbox } from './outbox/outbox.js'
import type { Lifetime } from './platform/lifetime.js'
import { type UploadQueue, uploadQueue } from './upload/upload-queue.js'

/** What an agent keeps on disk, and so still knows after a restart. */
export interface AgentState {
  readonly identity: Identity
  readonly configuration: Configuration
  readonly outbox: Outbox
  readonly uploads: UploadQueue
  readonly answers: TriggerAnswers
}

/**
 * Opens what an earlier process of this data folder left, and keeps others out of it.
 * @throws AgentError `already_running`, `storage`
 */
export async function openState(
  { dataDir, clock, random, log }: AgentGround,
  identity: Identity,
  lifetime: Lifetime,
): Promise<AgentState> {
  const database = await openDatabase(outboxFolder(dataDir))
  lifetime.add('database', () => database.close())
  const outbox = await Outbox.open(database, clock)
  lifetime.add('outbox', () => outbox.settled())
  const answers = new TriggerAnswers(database, clock)
  await answers.dropOld()
  const key = Buffer.from(identity.storage_key, 'base64')
  const configuration = await Configuration.open({ dataDir, key, random, log })
  lifetime.add('configuration', () => configuration.settled())
  return { identity, configuration, outbox, uploads: uploadQueue(database), answers }
}
