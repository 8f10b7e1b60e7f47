import type { IncomingMessage } from 'node:http'

/** The body of a request; null where it broke off: whoever sent it was killed meanwhile, and nothing has arrived. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}
