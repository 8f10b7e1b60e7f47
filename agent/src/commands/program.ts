import { terminalText } from '@sightline/protocol'
import { Command, CommanderError } from 'commander'
import { AgentError, exitCodes, messageOf } from '../platform/errors.js'
import { secrets } from '../platform/secrets.js'
import { agentVersion } from '../platform/version.js'
import { defineAdd } from './add.js'
import { defineDiscover } from './discover.js'
import { defineDoctor } from './doctor.js'
import { definePair } from './pair.js'
import { definePreview } from './preview.js'
import { defineProbe } from './probe.js'
import { defineRelay } from './relay.js'
import { defineRelayChild } from './relay-child.js'
import { defineRun } from './run.js'
import { defineService } from './service.js'
import { defineStatus } from './status.js'
import { wrapped } from './table.js'
import { widthOfSentences } from './terminal.js'
import { defineTrust } from './trust.js'
import { defineUnpair } from './unpair.js'

const afterHelp = `
A new gateway: agent pair <code> --cloud <url>, agent doctor, agent discover,
  agent add 1, agent service install

Exit codes: 0 done, ${exitCodes.failed} failed, ${exitCodes.usage} wrong use, ${exitCodes.not_paired} not paired,
  ${exitCodes.camera_auth} camera refused the password, ${exitCodes.unreachable} not reachable, ${exitCodes.camera_refused} camera cannot be used,
  ${exitCodes.cloud_refused} cloud refused, ${exitCodes.already_paired} paired already, ${exitCodes.already_running} running already

Settings: AGENT_DATA_DIR, FFMPEG_PATH, CAMERA_CIDRS, HTTPS_PROXY, NO_PROXY,
  RECONNECT_MAX_SEC, CLOUD_SILENCE_SEC, CAMERA_SEARCH_AFTER_SEC, CLIPS_MAX_GB,
  DISK_RESERVE_PERCENT, UPLOAD_LIMIT_MBPS, UPLOAD_SCHEDULE, LOG_LEVEL;
  of a relay also ALLOWED_PRIVATE_CIDRS, RELAY_KEY`

/** In the order of `agent --help`. */
const commands = [
  definePair,
  defineRun,
  defineDiscover,
  defineAdd,
  defineProbe,
  definePreview,
  defineTrust,
  defineStatus,
  defineDoctor,
  defineService,
  defineUnpair,
  defineRelay,
  defineRelayChild,
]

function program(): Command {
  const agent = new Command('agent')
    .description('Records the cameras of a site and reports to the cloud')
    .version(agentVersion)
    .showHelpAfterError()
    .exitOverride()
    .addHelpText('after', afterHelp)
  for (const define of commands) define(agent)
  return agent
}

/** Says what went wrong and what to do. @returns the exit code */
export function report(error: unknown): number {
  // The command parser has said already what is wrong; asking for help is not wrong.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  if (error instanceof AgentError) {
    const hint = error.hint === null ? [] : error.hint.split('\n')
    const width = widthOfSentences(process.stderr.columns)
    // Redacted before it is broken into lines, which could part a secret.
    const lines = secrets.redact([`Error: ${error.message}`, ...hint].join('\n')).split('\n')
    process.stderr.write(`${terminalText(lines.map((line) => wrapped(line, '  ', width)).join('\n'))}\n`)
    return error.exitCode
  }
  const text = error instanceof Error ? (error.stack ?? messageOf(error)) : String(error)
  process.stderr.write(`${terminalText(secrets.redact(text))}\n`)
  return exitCodes.failed
}

/**
 * Does what a command line says, and says on standard error what went wrong and what to do.
 * @param words what follows the name of the program
 * @returns the exit code
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...words], { from: 'user' })
    return 0
  } catch (error) {
    return report(error)
  }
}
