import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The row that is inserted: of which organisation, site, gateway and camera. */
export interface RowOf {
  readonly orgId: string
  readonly siteId: string
  readonly gatewayId: string
  readonly cameraId: string
}

/** The version of pgbench; null where there is none. */
export async function findPgbench(): Promise<string | null> {
  try {
    return (await run('pgbench', ['--version'])).stdout.trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Writes what each of its transactions does: one event with one INSERT, with the columns that the intake sets. pgbench
 * takes a colon before a word for a variable of its own, also in quotes.
 */
export async function writeScript(folder: string, row: RowOf): Promise<string> {
  const file = path.join(folder, 'insert-event.sql')
  await writeFile(
    file,
    `insert into events (org_id, id, camera_id, site_id, gateway_id, event_category, trigger_topic, trigger_source,
  raw_source, raw_data, triggered_at, received_at, gateway_clock_offset_ms, clock_synced, late, recording_source,
  triggered_by_kind, triggered_by_id)
values ('${row.orgId}', uuidv7(), '${row.cameraId}', '${row.siteId}', '${row.gatewayId}', 'motion',
  'tns1.RuleEngine/CellMotionDetector/Motion', 'onvif', 'onvif', '{"IsMotion": true}', now(), now(), -14.5, true, false,
  'gateway', 'gateway', '${row.gatewayId}');
`.replaceAll(/\n(?! *$)/g, ' '),
  )
  return file
}

/** Transactions a second of so many clients, each waiting for its COMMIT. */
export async function insertsPerSec(
  databaseUrl: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const times = ['-c', String(clients), '-j', '2', '-T', String(seconds)]
  const { stdout } = await run('pgbench', ['-n', '-M', 'prepared', ...times, '-f', script, databaseUrl])
  const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(tps > 0)) throw new Error(`pgbench said nothing of its speed: ${stdout.slice(0, 500)}`)
  return tps
}
