import { type AgentGround, outboxFolder } from './agent-parts.js'
import { TriggerAnswers } from './cloud-commands/trigger-answers.js'
import type { Identity } from './cloud-link/identity.js'
import { Configuration } from './configuration/configuration.js'
import { IdentityBook } from './discovery/identity-book.js'
import { Whereabouts } from './discovery/whereabouts.js'
import { LossCounts } from './outbox/losses.js'
import { type Database, endDatabase, openDatabase } from './outbox/open-database.js'
import { Outbox } from './outbox/outbox.js'
import type { Lifetime } from './platform/lifetime.js'
import type { ServiceTime } from './platform/service-time.js'
import { UploadQueue } from './upload/upload-queue.js'

/** What every agent keeps on disk, and so still knows after a restart. */
export interface KeptState {
  readonly outbox: Outbox
  readonly uploads: UploadQueue
  readonly losses: LossCounts
  readonly service: ServiceTime
  readonly answers: TriggerAnswers
}

/** What a gateway keeps besides. */
export interface AgentState extends KeptState {
  readonly identity: Identity
  readonly configuration: Configuration
  readonly whereabouts: Whereabouts
}

/**
 * Opens what an earlier process of this data folder left, and keeps others out of it.
 * @throws AgentError `already_running`, `storage`
 */
export async function openKept(
  { dataDir }: AgentGround,
  service: ServiceTime,
  lifetime: Lifetime,
): Promise<KeptState & { readonly database: Database }> {
  const database = await openDatabase(outboxFolder(dataDir))
  lifetime.add('database', () => endDatabase(database))
  const outbox = await Outbox.open(database, service)
  lifetime.add('outbox', () => outbox.settled())
  const answers = new TriggerAnswers(database, service)
  await answers.dropOld()
  const uploads = await UploadQueue.open(database)
  const losses = await LossCounts.open(database)
  return { database, outbox, uploads, answers, losses, service }
}

/**
 * As `openKept`, and the configuration of a gateway.
 * @throws AgentError `already_running`, `storage`
 */
export async function openState(
  ground: AgentGround,
  identity: Identity,
  service: ServiceTime,
  lifetime: Lifetime,
): Promise<AgentState> {
  const { database: _, ...kept } = await openKept(ground, service, lifetime)
  const key = Buffer.from(identity.storage_key, 'base64')
  const configuration = await Configuration.open({ ...ground, key })
  lifetime.add('configuration', () => configuration.settled())
  const book = await IdentityBook.open(ground.dataDir, ground.log)
  lifetime.add('identities', () => book.settled())
  const whereabouts = new Whereabouts(book, ground.log)
  configuration.onChange(() => {
    // Without a whole configuration nobody knows which cameras are gone.
    if (configuration.revision > 0) whereabouts.keepOnly(configuration.cameras.map(({ camera_id: id }) => id))
  })
  return { identity, configuration, whereabouts, ...kept }
}
