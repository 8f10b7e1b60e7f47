import { type AgentGround, outboxFolder } from './agent-parts.js'
import { TriggerAnswers } from './cloud-commands/trigger-answers.js'
import type { Identity } from './cloud-link/identity.js'
import { Configuration } from './configuration/configuration.js'
import { IdentityBook } from './discovery/identity-book.js'
import { Whereabouts } from './discovery/whereabouts.js'
import { type Database, openDatabase } from './outbox/open-database.js'
import { Outbox } from './outbox/outbox.js'
import type { Lifetime } from './platform/lifetime.js'
import { type UploadQueue, uploadQueue } from './upload/upload-queue.js'

/** What every agent keeps on disk, and so still knows after a restart. */
export interface KeptState {
  readonly outbox: Outbox
  readonly uploads: UploadQueue
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
  { dataDir, clock }: AgentGround,
  lifetime: Lifetime,
): Promise<KeptState & { readonly database: Database }> {
  const database = await openDatabase(outboxFolder(dataDir))
  lifetime.add('database', () => database.close())
  const outbox = await Outbox.open(database, clock)
  lifetime.add('outbox', () => outbox.settled())
  const answers = new TriggerAnswers(database, clock)
  await answers.dropOld()
  return { database, outbox, uploads: uploadQueue(database), answers }
}

/**
 * As `openKept`, and the configuration of a gateway.
 * @throws AgentError `already_running`, `storage`
 */
export async function openState(
  ground: AgentGround,
  identity: Identity,
  lifetime: Lifetime,
): Promise<AgentState> {
  const { outbox, uploads, answers } = await openKept(ground, lifetime)
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
  return { identity, configuration, whereabouts, outbox, uploads, answers }
}
