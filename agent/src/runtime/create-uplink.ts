import { stat } from 'node:fs/promises'
import { Uplink } from '../live/uplink.js'
import { RecordingFiles } from '../recording/recording-files.js'
import type { AgentContext } from './agent-context.js'
import type { DurableState } from './durable-state.js'

/** The line of the site, as uploads and live view share it. */
export function createUplink(
  { clock, dataDir, log }: AgentContext,
  { outbox, uploads }: Pick<DurableState, 'outbox' | 'uploads'>,
): Uplink {
  const files = new RecordingFiles(dataDir)
  const oldestClipMs = async () => {
    try {
      const [oldest] = (await uploads.due('clip', outbox.acked)).records
      if (oldest === undefined) return null
      const { mtimeMs } = await stat(files.named(oldest.name))
      return Math.max(clock.now() - mtimeMs, 0)
    } catch (err) {
      // A disk or a database in trouble is told of by who keeps them.
      log.debug({ err }, 'live.queue_not_read')
      return null
    }
  }
  return new Uplink({ oldestClipMs, clock, log })
}
