import type { Database } from '../../platform/database/database.js'
import { listLiveNodes, mostClockOffsetMs } from '../../platform/process/node-presence.js'
import type { KeyRing } from '../../platform/secrets/keys.js'
import type { Clock } from '../../platform/time/clock.js'
import { countKeyUse } from '../key-rotation/key-use.service.js'
import { openSomeSecrets } from '../key-rotation/open-some-secrets.service.js'
import { type Check, fail, ok, runCheck, skipped, warn } from './check.js'
import { countOverdue, listTroubledTasks } from './doctor.repository.js'

/** The master keys open what is stored. */
export function checkMasterKey(database: Database, keys: KeyRing | null, clock: Clock): Promise<Check> {
  const name = 'master key'
  const lost =
    'put the key back that sealed it (MASTER_KEY or DATA_DIR/master.key); without it the secret is lost'
  return runCheck(name, lost, async () => {
    if (!keys) return skipped(name, 'the first start makes it')
    const uses = await countKeyUse(database, keys, clock.now())
    const unknown = uses.filter(({ position, secrets }) => position === null && secrets > 0)
    if (unknown.length > 0) {
      const says = unknown.map(({ id, secrets }) => `${secrets} secrets need the key ${id}`).join(', ')
      return fail(name, `${says}, which is not known`, lost)
    }
    const { opened, problem } = await openSomeSecrets(database, keys)
    if (problem !== null) return fail(name, problem, 'enter that password or secret anew')
    const old = uses.filter(({ position, secrets }) => position !== 1 && secrets > 0)
    if (old.length > 0) {
      const count = old.reduce((sum, { secrets }) => sum + secrets, 0)
      return warn(name, `${count} secrets are sealed with an older key`, 'run cloud keys rotate')
    }
    return ok(name, opened === 0 ? 'nothing is sealed yet' : `opens what is stored (${opened} tried)`)
  })
}

/** Every running node has the right time, and seals with the same key. */
export function checkNodes(database: Database, keys: KeyRing | null): Promise<Check> {
  const name = 'nodes'
  return runCheck(name, 'run cloud migrate', async () => {
    const nodes = await listLiveNodes(database.worker)
    if (nodes.length === 0) return skipped(name, 'the service does not run')
    const wrong = nodes.filter(({ clock_offset_ms: ms }) => Math.abs(ms) > mostClockOffsetMs)
    if (wrong.length > 0) {
      const says = wrong.map((node) => `the clock of ${node.node_id} is ${inWords(node.clock_offset_ms)}`)
      return fail(
        name,
        `${says.join(', ')} PostgreSQL's: such a node removes nothing`,
        'run a time service (chrony, systemd-timesyncd) on its machine',
      )
    }
    const first = keys?.ids()[0]
    const behind = nodes.filter(({ key_ids: ids }) => ids[0] !== first)
    const todo = 'give every node the same MASTER_KEY and start it again'
    if (behind.length > 0)
      return fail(name, `${behind.map((node) => node.node_id).join(', ')}: another first master key`, todo)
    const unreachable = nodes.filter(({ url }) => url === null)
    if (nodes.length > 1 && unreachable.length > 0)
      return warn(
        name,
        `${unreachable.map((node) => node.node_id).join(', ')}: other nodes do not reach it, so live view may fail`,
        'give every node its NODE_URL, where the others reach it',
      )
    return ok(name, `${nodes.length} running`)
  })
}

const inWords = (offsetMs: number): string =>
  `${Math.round(Math.abs(offsetMs) / 1000)} s ${offsetMs > 0 ? 'ahead of' : 'behind'}`

/** Work that is due is done. Without a running service it waits, which is no fault. */
export function checkWork(database: Database): Promise<Check> {
  const name = 'work'
  return runCheck(name, 'run cloud migrate', async () => {
    const [overdue, tasks] = [await countOverdue(database.worker), await listTroubledTasks(database.worker)]
    const late = overdue
      .filter(({ count }) => count > 0)
      .map(({ table, count }) => `${count} rows of ${table}`)
    const troubled = tasks.map(({ name: task, last_error: error }) => `task ${task}: ${error ?? 'is late'}`)
    if (late.length + troubled.length === 0) return ok(name, 'nothing is overdue')
    const says = [...late, ...troubled].join(', ')
    const runs = (await listLiveNodes(database.worker)).length > 0
    return runs
      ? fail(name, `overdue: ${says}`, 'look into the log of the service, at this moment and for these names')
      : warn(name, `waits for the service: ${says}`, 'start the service')
  })
}
