import { Command } from 'commander'
import { relayKey } from '../../fleet/relays/relay-key.service.js'
import { configOfProcess } from '../../platform/config.js'
import { openServiceKeys } from '../../platform/secrets/key-file.js'
import { systemClock } from '../../platform/time/clock.js'

/** `cloud relay key`: the key with which relays prove that they are the operator's. It follows from the master key. */
export function relayKeyCommand(): Command {
  return new Command('key')
    .description('print the key with which relays connect (README, cameras without a gateway)')
    .action(async () => {
      const keys = await openServiceKeys(configOfProcess(), systemClock)
      process.stdout.write(`${relayKey(keys)}\n`)
    })
}
