import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Checkout } from './checkout.js'

/** By which a gateway of that commit reads what the cloud says, as JSON Schema. */
export const ChannelSchemas = z.object({
  envelope: z.record(z.string(), z.unknown()),
  /** The body of each type of frame that it knows. */
  bodies: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** What the cloud's answer to each of its questions holds. */
  outcomes: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type ChannelSchemas = z.infer<typeof ChannelSchemas>

const script = `
  import * as protocol from './dist/index.js'
  import { z } from 'zod'
  const schemaOf = (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const all = (schemas) => Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, schemaOf(one)]))
  const { Envelope, toGateway, requestOutcomes } = protocol
  process.stdout.write(JSON.stringify({
    envelope: schemaOf(Envelope), bodies: all(toGateway), outcomes: all(requestOutcomes),
  }))`

/** Asks the protocol of the checkout itself. */
export async function channelSchemas(checkout: Checkout): Promise<ChannelSchemas> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: path.join(checkout.root, 'protocol'),
  })
  return ChannelSchemas.parse(JSON.parse(stdout))
}
