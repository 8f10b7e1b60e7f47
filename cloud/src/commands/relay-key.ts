import { Command } from 'commander'
import { configOfProcess } from '../platform/config.js'
import { prepareDataDir } from '../platform/data-dir.js'
import { openKeyRing, readOrMakeMasterKey } from '../platform/keys.js'
import { relayKey } from '../relays/relay-key.service.js'

/** `cloud relay key`: the key with which relays prove that they are the operator's. It follows from the master key. */
export function relayKeyCommand(): Command {
  return new Command('key')
    .description('print the key with which relays connect (README, cameras without a gateway)')
    .action(async () => {
      const { masterKey, dataDir } = configOfProcess()
      const keys = openKeyRing(masterKey ?? (await readOrMakeMasterKey(await prepareDataDir(dataDir))))
      process.stdout.write(`${relayKey(keys)}\n`)
    })
}
