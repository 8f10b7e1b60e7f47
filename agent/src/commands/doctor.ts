import type { Command } from 'commander'
import { askAgent } from '../agent-socket/ask.js'
import { socketAnswers } from '../agent-socket/messages.js'
import { parseCloudUrl } from '../cloud-link/cloud-url.js'
import { readIdentity } from '../cloud-link/identity.js'
import type { Check, CheckState } from '../doctor/check.js'
import { examine } from '../doctor/examine.js'
import { exitCodes } from '../platform/errors.js'
import { type CommonOptions, contextOf, dataDirOption } from './command-context.js'
import { wrapped } from './table.js'
import { widthOfPage } from './terminal.js'

interface DoctorCommandOptions extends CommonOptions {
  readonly cloud?: string
  readonly json?: boolean
}

/** What `agent doctor` takes. */
export function defineDoctor(agent: Command): void {
  agent
    .command('doctor')
    .description('look at everything that the agent needs, and say what to do; changes nothing')
    .option('--cloud <url>', 'address of the cloud, before this machine is paired')
    .option('--json', 'for programs')
    .option(...dataDirOption)
    .addHelpText('after', '\nExit code 1 if something does not work. Warnings are no failure.')
    .action(doctorCommand)
}

/** `agent doctor`: whether this machine can be a gateway, paired or not, running or not. */
async function doctorCommand(options: DoctorCommandOptions): Promise<void> {
  const { agentContext, print } = contextOf(options)
  const { dataDir } = agentContext
  const checks = await examine({
    context: agentContext,
    identity: () => readIdentity(dataDir),
    running: () => askAgent(dataDir, { ask: 'status' }, socketAnswers.status),
    cloudUrl: options.cloud === undefined ? null : parseCloudUrl(options.cloud, { allowHttp: true }),
  })
  const failed = checks.some(({ state }) => state === 'fail')
  const text = options.json
    ? JSON.stringify({ ok: !failed, checks }, null, 2)
    : describe(checks, widthOfPage())
  print(text)
  if (failed) process.exitCode = exitCodes.failed
}

const words: Readonly<Record<CheckState, string>> = { ok: 'OK', warn: 'WARN', fail: 'FAIL', skipped: '-' }

function describe(checks: readonly Check[], page: number): string {
  const width = Math.max(...checks.map(({ name }) => name.length)) + 2
  const indent = ' '.repeat(width + 6)
  const lines = checks.flatMap(({ name, state, says, todo }) => [
    wrapped(`${words[state].padEnd(6)}${name.padEnd(width)}${says}`, indent, page),
    ...(todo === null ? [] : [wrapped(`${indent}-> ${todo}`, `${indent}   `, page)]),
  ])
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length
  const verdict = `${count('fail')} failed, ${count('warn')} to be looked at`
  return [...lines, '', verdict].join('\n')
}
