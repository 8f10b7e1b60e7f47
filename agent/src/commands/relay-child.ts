import type { Command } from 'commander'
import { parseCidrs } from '../platform/config.js'
import type { ChildMessage } from '../relay/relay-children.js'
import { readRelayKey } from '../relay/relay-key.js'
import { startRelay } from '../relay/start-relay.js'
import { type CommonOptions, contextOf } from './command-context.js'
import { runUntilStopped } from './run-until-stopped.js'

interface RelayChildOptions extends CommonOptions {
  /** As the parent checked it. */
  readonly cloud: string
  readonly capacity: string
  readonly ringBytes: string
  readonly keyFile?: string
  readonly allowCidrs?: string
}

/** What `agent relay-child` takes. */
export function defineRelayChild(agent: Command): void {
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
}

/** `agent relay-child`: one process of a relay, until its parent ends it or is gone. */
async function relayChildCommand(options: RelayChildOptions): Promise<void> {
  const { agentContext, config } = contextOf(options, false)
  const key = await readRelayKey(options.keyFile, config.relayKey)
  const capacity = Number(options.capacity)
  const relay = {
    ...agentContext,
    cloudUrl: options.cloud,
    key,
    capacity,
    ringBytes: Number(options.ringBytes),
    allowedCidrs: parseCidrs(options.allowCidrs ?? ''),
    onCameras: (cameras: number) => tellParent({ cameras }),
  }
  await runUntilStopped(agentContext, () => startRelay(relay))
}

function tellParent(message: ChildMessage): void {
  // A parent that is gone needs no answer; that it is gone, ends this process.
  if (process.connected) process.send?.(message, undefined, {}, () => undefined)
}
