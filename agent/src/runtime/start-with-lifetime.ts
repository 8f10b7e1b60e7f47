import { makePrivateFolder } from '../platform/durable-file.js'
import { Lifetime } from '../platform/lifetime.js'
import type { AgentContext } from './agent-context.js'

/** What was started, until it is closed. */
export interface Closing extends AsyncDisposable {
  /** Ends in order within ten seconds: recordings are closed with what they hold, files finished or left. */
  close(): Promise<void>
}

/** Begins an agent in its data folder; where a part fails, what was begun before it is ended again. */
export async function startWithLifetime<Started extends object>(
  { dataDir, log }: Pick<AgentContext, 'dataDir' | 'log'>,
  kind: 'agent' | 'relay',
  begin: (lifetime: Lifetime) => Promise<Started>,
): Promise<Started & Closing> {
  await makePrivateFolder(dataDir)
  const lifetime = new Lifetime()
  try {
    const started = await begin(lifetime)
    const close = async () => {
      log.info(`${kind}.stopping`)
      await lifetime.end(log)
      log.info(`${kind}.stopped`)
    }
    return { ...started, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await lifetime.end(log)
    throw error
  }
}
