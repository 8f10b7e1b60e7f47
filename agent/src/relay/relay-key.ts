import { readIfThere } from '../platform/durable-file.js'
import { AgentError, codeOf } from '../platform/errors.js'
import { secrets } from '../platform/secrets.js'

const keyPattern = /^rl_[A-Za-z0-9_-]{32,}$/
const hint = 'The operator of the cloud prints it with: cloud relay key'

/**
 * The key by which a cloud knows its relays: from a file, else from the environment. It is registered with the
 * redactor.
 * @throws AgentError `usage` if there is none
 */
export async function readRelayKey(file: string | undefined, ofEnvironment: string | null): Promise<string> {
  const [text, place] =
    file === undefined ? [ofEnvironment ?? '', 'RELAY_KEY'] : [await contentOf(file), file]
  const key = text.trim()
  if (!keyPattern.test(key)) throw new AgentError('usage', `${place} holds no key of a relay`, { hint })
  secrets.add(key)
  return key
}

async function contentOf(file: string): Promise<string> {
  const bytes = await readIfThere(file).catch((cause: unknown) => {
    throw new AgentError('usage', `cannot read ${file} (${codeOf(cause) ?? 'unknown reason'})`, {
      hint,
      cause,
    })
  })
  return bytes?.toString('utf8') ?? ''
}
