import { Command } from 'commander'
import { systemClock } from '../platform/clock.js'
import { configOfProcess } from '../platform/config.js'
import { openServiceKeys } from '../platform/key-file.js'
import { relayKey } from '../relays/relay-key.service.js'

/** `cloud relay key`: the key with which relays prove that they are the operator's. It follows from the master key. */
export function relayKeyCommand(): Command {
  return new Command('key')
    .description('print the key with which relays connect (README, cameras without a gateway)')
    .action(async () => {
      const keys = await openServiceKeys(configOfProcess(), systemClock)
      process.stdout.write(`${relayKey(keys)}\n`)
    })
}
