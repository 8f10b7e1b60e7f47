import { resolve } from 'node:path'
import { terminalText } from '@sightline/protocol'
import { type AgentConfig, readConfig } from '../platform/config.js'
import { createLogger } from '../platform/logger.js'
import { secrets } from '../platform/secrets.js'
import { type AgentContext, createAgentContext } from '../runtime/agent-context.js'
import { becomeOwner } from './become-owner.js'
import { wrapped } from './table.js'
import { widthOfSentences } from './terminal.js'

/** The option that every command has. */
export interface CommonOptions {
  readonly dataDir?: string
}

/** That option, as a command takes it. */
export const dataDirOption = [
  '--data-dir <folder>',
  'folder of identity, configuration and recordings',
] as const

/** What a command works with: settings of the environment, under what was typed. */
export interface CommandContext {
  readonly config: AgentConfig
  readonly agentContext: AgentContext
  /** Writes the command's answer, without secrets that this process knows. */
  readonly print: (text: string) => void
  /** As `print`, for sentences: a terminal gets them in lines of its width, a program in one. */
  readonly say: (sentence: string) => void
  /** Writes what the person was promised though it looks like a secret, such as a link with a token in it. */
  readonly show: (text: string) => void
}

/**
 * What a command works with. From here on root is the account that the data folder belongs to.
 * @param quiet for commands whose answer stands alone: only warnings are logged
 * @param rights `kept` for commands that need those of root
 */
export function contextOf(
  options: CommonOptions,
  quiet = true,
  rights: 'kept' | 'of the owner' = 'of the owner',
): CommandContext {
  const config = readConfig()
  const dataDir = options.dataDir === undefined ? config.dataDir : resolve(options.dataDir)
  if (rights === 'of the owner') becomeOwner(dataDir)
  const level = quiet && config.logLevel === 'info' ? 'warn' : config.logLevel
  const agentContext = createAgentContext({
    ...config,
    dataDir,
    route: { proxyUrl: config.proxyUrl, noProxy: config.noProxy, ca: [], silenceMs: config.cloudSilenceMs },
    log: createLogger({ level }),
  })
  const show = (text: string) => void process.stdout.write(`${terminalText(text)}\n`)
  const print = (text: string) => show(secrets.redact(text))
  const say = (sentence: string) => print(wrapped(sentence, '', widthOfSentences(process.stdout.columns)))
  return { config, agentContext, print, say, show }
}
