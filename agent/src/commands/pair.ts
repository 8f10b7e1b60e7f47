import { parseCloudUrl } from '../cloud-link/cloud-url.js'
import { pair } from '../cloud-link/pairing.js'
import { type CommonOptions, contextOf } from './command-context.js'

export interface PairCommandOptions extends CommonOptions {
  readonly cloud: string
  readonly allowHttp?: boolean
  readonly name?: string
  readonly replace?: boolean
}

/** `agent pair <code>`: makes this machine the gateway that the code was made for. */
export async function pairCommand(codeParts: readonly string[], options: PairCommandOptions): Promise<void> {
  const { ground, print } = contextOf(options)
  const identity = await pair({
    ...ground,
    cloudUrl: parseCloudUrl(options.cloud, { allowHttp: options.allowHttp ?? false }),
    code: codeParts.join(''),
    name: options.name ?? null,
    replace: options.replace ?? false,
  })
  print(`This machine is now gateway ${identity.gateway_id} of ${identity.cloud_url}.`)
  print(`Its key is in ${ground.dataDir}. Start it with: agent run${dataDirHint(options)}`)
}

function dataDirHint({ dataDir }: CommonOptions): string {
  return dataDir === undefined ? '' : ` --data-dir ${dataDir}`
}
