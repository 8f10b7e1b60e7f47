import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentError } from '../platform/errors.js'
import type { RunCommand } from './run-command.js'
import { serviceName, systemdUnit } from './systemd-unit.js'

interface SystemdPaths {
  /** Where units lie. */
  readonly unitDir: string
  /** Is there while systemd runs this machine. */
  readonly systemdMark: string
}

/** Where a Linux with systemd keeps them. */
export const systemdPaths: SystemdPaths = {
  unitDir: '/etc/systemd/system',
  systemdMark: '/run/systemd/system',
}

interface InstallOptions {
  readonly paths: SystemdPaths
  readonly run: RunCommand
  /** Program and first arguments of the agent, absolute. */
  readonly program: readonly string[]
  readonly user: string
  readonly dataDir: string
  readonly say: (line: string) => void
}

/**
 * Makes the agent a service: an account without rights, the data folder in its hands, the unit, started now and at
 * every boot. Run again it brings an earlier installation up to date and starts the agent anew.
 * @throws AgentError with what to do
 */
export async function installService(options: InstallOptions): Promise<void> {
  const { paths, run, program, user, dataDir, say } = options
  await requireSystemd(paths)
  for (const path of program) refuseHidden(path)
  refuseHidden(dataDir)
  if (!(await run('id', ['-u', user])).ok) {
    const home = ['--home-dir', dataDir, '--shell', '/usr/sbin/nologin']
    await must(run, 'useradd', ['--system', '--user-group', ...home, user])
    say(`Made the account ${user}, which may not log in.`)
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await must(run, 'chown', ['--recursive', '--no-dereference', `${user}:${user}`, dataDir])
  await must(run, 'chmod', ['700', dataDir])
  await writeFile(unitPath(paths), systemdUnit({ program, user, dataDir }), { mode: 0o644 })
  say(`Wrote ${unitPath(paths)}.`)
  await must(run, 'systemctl', ['daemon-reload'])
  await must(run, 'systemctl', ['enable', serviceName])
  await must(run, 'systemctl', ['restart', serviceName])
  say('The agent runs, and will run after each start of this machine.')
  say(`See how it does: sudo agent status --data-dir ${dataDir}; its log: journalctl -u ${serviceName} -f`)
}

/**
 * Ends the service and removes its unit. Account and data folder stay, for there may be clips in it.
 * @throws AgentError with what to do
 */
export async function uninstallService(
  options: Pick<InstallOptions, 'paths' | 'run' | 'say'>,
): Promise<void> {
  const { paths, run, say } = options
  await requireSystemd(paths)
  if (!(await exists(unitPath(paths))))
    throw new AgentError('failed', 'the agent is not installed as a service here')
  await must(run, 'systemctl', ['disable', '--now', serviceName])
  await rm(unitPath(paths), { force: true })
  await must(run, 'systemctl', ['daemon-reload'])
  say('The service is gone. The account and the data folder are still there.')
}

function unitPath(paths: SystemdPaths): string {
  return join(paths.unitDir, `${serviceName}.service`)
}

async function requireSystemd({ systemdMark }: SystemdPaths): Promise<void> {
  if (await exists(systemdMark)) return
  throw new AgentError('failed', 'this machine is not run by systemd', {
    hint: 'Let your own supervisor run "agent run". "agent service print" shows the unit as an example.',
  })
}

/** The service sees no home folder: `ProtectHome=yes`. */
function refuseHidden(path: string): void {
  if (!/^\/(?:home|root|run\/user)\//.test(path)) return
  throw new AgentError('usage', `the service could not reach ${path}: it is shut out of home folders`, {
    hint: 'Install Node and the agent for all users (sudo npm install --global), and keep the data in /var/lib.',
  })
}

async function must(run: RunCommand, command: string, args: readonly string[]): Promise<void> {
  const outcome = await run(command, args)
  if (outcome.ok) return
  throw new AgentError('failed', `${command} ${args.join(' ')} failed: ${outcome.said}`, {
    hint: 'It needs the rights of root: use sudo.',
  })
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
