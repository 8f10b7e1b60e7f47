import { request } from 'undici'
import { z } from 'zod'
import { unreachable } from '../cloud-link/cloud-failure.js'
import type { Clock } from '../platform/clock.js'
import { type CloudRoute, httpDispatcher } from '../platform/cloud-http.js'
import { AgentError } from '../platform/errors.js'

/** What the cloud answered to a question that needs no key. */
export interface CloudAnswer {
  /** The cloud's clock minus ours, ms; good to a second, for the header has no more. Null without one. */
  readonly offsetMs: number | null
  /** From the question to the answer, ms. */
  readonly tookMs: number
}

const Health = z.object({ status: z.string() })
const longestAnswer = 64 * 1024

/**
 * Asks the cloud how it is.
 * @throws AgentError `unreachable` that says why, and what to do
 */
export async function askCloud(
  cloudUrl: string,
  route: CloudRoute,
  clock: Clock,
  signal: AbortSignal,
): Promise<CloudAnswer> {
  const dispatcher = httpDispatcher(route)
  const askedAt = clock.monotonic()
  try {
    const answer = await request(`${cloudUrl}/api/v1/health`, { dispatcher, signal }).catch(
      (cause: unknown) => {
        throw unreachable(cloudUrl, cause).error
      },
    )
    const tookMs = clock.monotonic() - askedAt
    const nowMs = clock.now()
    const text = await shortText(answer.body)
    if (answer.statusCode !== 200 || !Health.safeParse(parsed(text)).success)
      throw new AgentError(
        'unreachable',
        `${cloudUrl} answers with status ${answer.statusCode}, not as a Sightline cloud does`,
        {
          hint: 'Check the address, and whether a proxy or a login page of the network answers in its place.',
        },
      )
    const sentMs = Date.parse(String(answer.headers['date']))
    // The header is cut to the second: half of one is added.
    const offsetMs = Number.isNaN(sentMs) ? null : sentMs + 500 - (nowMs - tookMs / 2)
    return { offsetMs, tookMs }
  } finally {
    await dispatcher.destroy()
  }
}

/** The text of an answer; '' for one that is longer than any of ours, which is read no further. */
async function shortText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > longestAnswer) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
