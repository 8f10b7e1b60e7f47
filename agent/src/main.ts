#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { discoverCommand } from './commands/discover.js'
import { pairCommand } from './commands/pair.js'
import { probeCommand } from './commands/probe.js'
import { relayCommand } from './commands/relay.js'
import { relayChildCommand } from './commands/relay-child.js'
import { runCommand } from './commands/run.js'
import { serviceInstallCommand, servicePrintCommand, serviceUninstallCommand } from './commands/service.js'
import { statusCommand } from './commands/status.js'
import { AgentError, exitCodes, messageOf } from './platform/errors.js'
import { secrets } from './platform/secrets.js'
import { agentVersion } from './platform/version.js'

const codes = `
Exit codes: 0 done, ${exitCodes.failed} failed, ${exitCodes.usage} wrong use, ${exitCodes.not_paired} not paired,
  ${exitCodes.camera_auth} camera refused the password, ${exitCodes.unreachable} not reachable, ${exitCodes.camera_refused} camera cannot be used,
  ${exitCodes.cloud_refused} cloud refused, ${exitCodes.already_paired} paired already, ${exitCodes.already_running} running already

Settings: AGENT_DATA_DIR, FFMPEG_PATH, CAMERA_CIDRS, HTTPS_PROXY, RECONNECT_MAX_SEC, LOG_LEVEL;
  of a relay also ALLOWED_PRIVATE_CIDRS, RELAY_KEY`

const dataDir = ['--data-dir <folder>', 'folder of identity, configuration and recordings'] as const

function program(): Command {
  const agent = new Command('agent')
    .description('Records the cameras of a site and tells the cloud')
    .version(agentVersion)
    .showHelpAfterError()
    .exitOverride()
    .addHelpText('after', codes)
  agent
    .command('pair')
    .description('make this machine the gateway that a pairing code was made for')
    .argument('<code...>', 'six characters, in any case, with or without blanks and dashes')
    .requiredOption('--cloud <url>', 'address of the cloud')
    .option('--allow-http', 'permit a cloud without encryption, on a network that you trust')
    .option('--name <name>', 'name of the gateway, if the cloud has none for it')
    .option('--replace', 'give up the pairing that this machine has')
    .option(...dataDir)
    .addHelpText('after', '\nExample: agent pair K7M-2QX --cloud https://cloud.example.com')
    .action(pairCommand)
  agent
    .command('run')
    .description('record and tell the cloud, until stopped')
    .option(...dataDir)
    .action(runCommand)
  agent
    .command('discover')
    .description('list the cameras on this network')
    .option('--timeout <seconds>', 'time for the scan, 1 to 60', '5')
    .option('--json', 'for programs')
    .option(...dataDir)
    .action(discoverCommand)
  agent
    .command('probe')
    .description('connect to a camera and say what it sends, or what is wrong')
    .argument('<url>', 'RTSP address, such as rtsp://192.168.1.20/stream1')
    .option('--username <name>', 'account at the camera; its password is asked for')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'for programs')
    .option(...dataDir)
    .addHelpText('after', '\nExample: agent probe rtsp://192.168.1.20/stream1 --username admin')
    .action(probeCommand)
  agent
    .command('status')
    .description('show how the agent, its cameras and its link are')
    .option('--json', 'for programs')
    .option(...dataDir)
    .action(statusCommand)
  const service = agent.command('service').description('let systemd run the agent on this machine')
  service
    .command('install')
    .description('run the agent now and at every boot, under an account without rights')
    .option('--user <account>', 'account that it runs under, made if there is none', 'sightline-agent')
    .option(...dataDir)
    .action(serviceInstallCommand)
  service
    .command('uninstall')
    .description('end the service and remove it; data and account stay')
    .action(serviceUninstallCommand)
  service
    .command('print')
    .description('show the unit that install would write')
    .option('--user <account>', 'account that it runs under', 'sightline-agent')
    .option(...dataDir)
    .action(servicePrintCommand)
  agent
    .command('relay')
    .description('serve the cameras of a cloud that have no gateway; for the operator of the cloud')
    .requiredOption('--cloud <url>', 'address of the cloud')
    .option('--key-file <file>', 'file with the key of its relays, else RELAY_KEY')
    .option('--cameras <number>', 'cameras that it serves at most; each fifty get a process', '50')
    .option('--allow-cidrs <list>', 'networks that it may reach besides public addresses')
    .option('--allow-http', 'permit a cloud without encryption, on a network that you trust')
    .option(...dataDir)
    .addHelpText('after', '\nThe key is printed by the cloud: cloud relay key')
    .action(relayCommand)
  agent
    .command('relay-child', { hidden: true })
    .description('one process of a relay, started by it')
    .requiredOption('--cloud <url>')
    .requiredOption('--capacity <number>')
    .requiredOption('--ring-bytes <number>')
    .requiredOption('--data-dir <folder>')
    .option('--key-file <file>')
    .option('--allow-cidrs <list>')
    .action(relayChildCommand)
  return agent
}

/** Says what went wrong and what to do. @returns the exit code */
function report(error: unknown): number {
  // The command parser has said already what is wrong; asking for help is not wrong.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  if (error instanceof AgentError) {
    const hint = error.hint === null ? '' : `\n${error.hint}`
    process.stderr.write(`${secrets.redact(`Error: ${error.message}${hint}`)}\n`)
    return error.exitCode
  }
  const text = error instanceof Error ? (error.stack ?? messageOf(error)) : String(error)
  process.stderr.write(`${secrets.redact(text)}\n`)
  return exitCodes.failed
}

// Whoever reads the answer may stop reading, as `head` does: that is no fault.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit())

try {
  await program().parseAsync(process.argv)
} catch (error) {
  process.exitCode = report(error)
}
