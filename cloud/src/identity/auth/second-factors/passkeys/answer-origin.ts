import { z } from 'zod'

const ClientData = z.object({ origin: z.string().max(300) })

/** Of which site's page a browser says an answer is; null for what says nothing. @param encoded base64url of JSON */
export function originOfAnswer(encoded: string): string | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))).origin
  } catch {
    return null
  }
}
