import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Unix sockets have room for about a hundred characters (sun_path). */
const longestPath = 100

/** Where the agent of a data folder listens for the other commands. */
export function socketPath(dataDir: string): string {
  const beside = join(dataDir, 'agent.sock')
  if (beside.length <= longestPath) return beside
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `sightline-agent-${process.getuid?.() ?? 0}-${name}.sock`)
}
