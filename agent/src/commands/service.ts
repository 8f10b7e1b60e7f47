import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readIdentity } from '../cloud-link/identity.js'
import { AgentError } from '../platform/errors.js'
import { installService, systemdPaths, uninstallService } from '../service/install-service.js'
import { systemCommands } from '../service/run-command.js'
import { serviceName, systemdUnit } from '../service/systemd-unit.js'
import { type CommonOptions, contextOf, dataDirOption } from './command-context.js'

interface ServiceCommandOptions extends CommonOptions {
  readonly user?: string
}

/** What `agent service` takes. */
export function defineService(agent: Command): void {
  const service = agent.command('service').description('let systemd run the agent on this machine')
  service
    .command('install')
    .description('run the agent now and at every boot, under an account without rights')
    .option('--user <account>', 'account that it runs under, made if there is none', 'sightline-agent')
    .option(...dataDirOption)
    .action(serviceInstallCommand)
  service
    .command('uninstall')
    .description('end the service and remove it; data and account stay')
    .action(serviceUninstallCommand)
  service
    .command('print')
    .description('show the unit that install would write')
    .option('--user <account>', 'account that it runs under', 'sightline-agent')
    .option(...dataDirOption)
    .action(servicePrintCommand)
}

/** `agent service install`: runs the agent now and at every boot, under an account without rights. */
async function serviceInstallCommand(options: ServiceCommandOptions): Promise<void> {
  const { agentContext, print } = contextOf(options, true, 'kept')
  requireRoot()
  const unit = unitOptions(options)
  if (!(await readIdentity(unit.dataDir)))
    throw new AgentError('not_paired', `${unit.dataDir} belongs to no paired gateway`, {
      hint: `Pair it first: sudo agent pair <code> --cloud <url> --data-dir ${unit.dataDir}`,
    })
  await installService({
    ...unit,
    paths: systemdPaths,
    run: systemCommands(agentContext.clock),
    say: print,
  })
}

/** `agent service uninstall`: ends the service; data and account stay. */
async function serviceUninstallCommand(options: CommonOptions): Promise<void> {
  const { agentContext, print } = contextOf(options, true, 'kept')
  requireRoot()
  await uninstallService({ paths: systemdPaths, run: systemCommands(agentContext.clock), say: print })
}

/** `agent service print`: shows the unit that `install` would write. */
function servicePrintCommand(options: ServiceCommandOptions): void {
  process.stdout.write(systemdUnit(unitOptions(options)))
}

/** The service's own folder, whoever asks for it: that of root would be no one else's. */
const usualDataDir = '/var/lib/sightline-agent'

function unitOptions({ user = serviceName, dataDir }: ServiceCommandOptions) {
  if (!/^[a-z_][a-z0-9_-]{0,31}$/.test(user))
    throw new AgentError('usage', '--user takes the name of an account, such as sightline-agent')
  return { program: thisProgram(), user, dataDir: resolve(dataDir ?? usualDataDir) }
}

/** How this very program is started, by paths that do not depend on anybody's environment. */
function thisProgram(): readonly string[] {
  return [process.execPath, realpathSync(process.argv[1] ?? '')]
}

function requireRoot(): void {
  if (process.getuid?.() === 0) return
  throw new AgentError('usage', 'a service is installed by root only', { hint: 'Use sudo.' })
}
