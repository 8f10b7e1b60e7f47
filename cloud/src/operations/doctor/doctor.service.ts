import type { Config } from '../../platform/config.js'
import { withOwner } from '../../platform/database/clients/owner-client.js'
import { type Database, openDatabase } from '../../platform/database/database.js'
import type { DatabaseAddress } from '../../platform/database/database-address.js'
import type { Log } from '../../platform/log.js'
import { listLiveNodes } from '../../platform/process/node-presence.js'
import type { KeyRing } from '../../platform/secrets/keys.js'
import type { Clock } from '../../platform/time/clock.js'
import { type Check, ok, runCheck, skipped } from './check.js'
import { checkClock, checkNotify, checkRoles, checkSchema, checkVersion } from './check-database.js'
import { checkFfmpeg } from './check-ffmpeg.js'
import { checkDataDir, checkDisk, checkRelayKey } from './check-files.js'
import { checkIntake } from './check-intake.js'
import { checkModel } from './check-model.js'
import { checkMail, checkMediaStore, checkPublicUrl } from './check-reach.js'
import { checkRetention } from './check-retention.js'
import { checkMasterKey, checkNodes, checkWork } from './check-service.js'
import { checkProxies, checkSettings } from './check-settings.js'

export { type Check, type CheckState, fail, reasonOf } from './check.js'

export interface DoctorDeps {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  /** True: asks the operator's model a question, which may cost something. */
  readonly askModel?: boolean
  /** null: there is none yet. */
  readonly keys: KeyRing | null
  /** Lends the database for the time of the work; null: there is none yet. Changes nothing in it. */
  readonly withAddress: (<T>(work: (address: DatabaseAddress) => Promise<T>) => Promise<T>) | null
}

/** Checks everything that a service needs, whether it runs or not. Changes nothing. */
export async function runChecks(deps: DoctorDeps): Promise<Check[]> {
  const { config, keys } = deps
  const first = [checkSettings(config), await checkDataDir(config), await checkDisk(config)]
  const { checks, isRunning } = await examineDatabase(deps)
  return [
    ...first,
    ...checks,
    await checkMediaStore(config),
    await checkFfmpeg(config, deps.clock),
    await checkModel(config, { clock: deps.clock, askModel: deps.askModel ?? false }),
    await checkMail(config),
    await checkPublicUrl(config, isRunning),
    await checkRelayKey(config, keys),
    checkProxies(config),
  ]
}

interface OfDatabase {
  readonly checks: Check[]
  /** Some node on this database lives. */
  readonly isRunning: boolean
}

async function examineDatabase(deps: DoctorDeps): Promise<OfDatabase> {
  const { withAddress } = deps
  if (!withAddress) return { checks: [skipped('database', 'the first start makes it')], isRunning: false }
  const found: OfDatabase[] = []
  const todo =
    deps.config.databaseUrl === null
      ? 'look into postgres.log in the data folder'
      : 'check DATABASE_URL: address, user, password, and that the server runs'
  const reached = await runCheck('database', todo, async () => {
    found.push(await withAddress((address) => examineAt(deps, address)))
    return ok('database', 'answers')
  })
  return found[0] ?? { checks: [reached], isRunning: false }
}

function examineAt(deps: DoctorDeps, address: DatabaseAddress): Promise<OfDatabase> {
  const { clock, log, keys } = deps
  return withOwner(address, async (owner) => {
    const checks = [await checkVersion(owner), await checkSchema(owner), await checkRoles(owner)]
    const [clockCheck, notifyCheck] = [await checkClock(owner, clock), await checkNotify(address, clock)]
    if (checks.some(({ state }) => state !== 'ok')) {
      return { checks: [...checks, clockCheck, skipped('master key', 'see above')], isRunning: false }
    }
    const database: Database = openDatabase(address, { log })
    try {
      const isRunning = (await listLiveNodes(database.worker)).length > 0
      const ofService = [
        await checkMasterKey(database, keys, clock),
        await checkNodes(database, keys),
        await checkWork(database),
        await checkIntake(database),
        await checkRetention(database),
      ]
      return { checks: [...checks, clockCheck, notifyCheck, ...ofService], isRunning }
    } finally {
      await database.close()
    }
  })
}
