import type { Command } from 'commander'
import { askAgent } from '../agent-socket/ask.js'
import { socketAnswers } from '../agent-socket/messages.js'
import { AgentError } from '../platform/errors.js'
import { type ParsedRtspUrl, parseRtspUrl } from '../rtsp/parse-rtsp-url.js'
import { asStreamFailure } from '../rtsp/stream-failure.js'
import { type CommonOptions, contextOf, dataDirOption } from './command-context.js'

/** What `agent trust` takes. */
export function defineTrust(agent: Command): void {
  agent
    .command('trust')
    .description('accept the new certificate of a camera that encrypts, after it was replaced or reset')
    .argument('<address>', 'its address, such as rtsps://192.168.1.20/stream1; the path does not matter')
    .option(...dataDirOption)
    .addHelpText('after', '\nDo so only if you know why it changed: else somebody may be in between.')
    .action(trustCommand)
}

/**
 * `agent trust <address>`: forgets the certificate of a camera, so that the one it shows next is taken. A running
 * agent connects at once to what it refused for its certificate.
 */
async function trustCommand(typed: string, options: CommonOptions): Promise<void> {
  const { agentContext, print } = contextOf(options)
  const { address } = parsed(typed.trim())
  if (!address.isSecure) {
    throw new AgentError('usage', 'a camera whose address begins with rtsp:// has no certificate', {
      hint: 'Give its rtsps:// address.',
    })
  }
  const known = await agentContext.pins.forget(address)
  const camera = `${address.host} port ${address.port}`
  print(
    known
      ? `The certificate that ${camera} shows next is taken for its own.`
      : `No certificate of ${camera} was stored: the first one that it shows is taken for its own.`,
  )
  const answer = await askAgent(agentContext.dataDir, { ask: 'trusted' }, socketAnswers.trusted)
  if (answer && answer.again.length > 0) print(`The agent connects again: ${answer.again.join(', ')}.`)
}

function parsed(typed: string): ParsedRtspUrl {
  try {
    return parseRtspUrl(typed)
  } catch (error) {
    throw new AgentError('usage', asStreamFailure(error).message, { cause: error })
  }
}
