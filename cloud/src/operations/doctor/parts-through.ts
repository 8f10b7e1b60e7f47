import { randomUUID } from 'node:crypto'
import { leastPartBytes } from '@sightline/protocol'
import { z } from 'zod'
import { reasonOf } from './check.js'

/** What gateways send at once, where nothing keeps them from it. */
const usualPartBytes = 8 * 1024 * 1024
const withinMs = 60_000

/** What became of a body on its way to the service. */
type Passage =
  | { readonly passes: true }
  | { readonly passes: false; readonly says: string; readonly isAnswer: boolean }

const Envelope = z.object({ error: z.object({ code: z.string() }) })

/** What keeps a part of a clip from getting through as gateways send it. */
export interface PartsStopped {
  /** Who stopped it, and how. */
  readonly says: string
  /** The most that gets through, in halves of a part; null: nothing that makes sense. */
  readonly most: number | null
}

/** Sends a part of the usual size to the service under `base`, then smaller ones. @returns null if it got through */
export async function whatStopsParts(base: string): Promise<PartsStopped | null> {
  const first = await send(base, usualPartBytes)
  if (first.passes) return null
  const { says } = first
  if (!first.isAnswer) return { says, most: null }
  for (let bytes = usualPartBytes / 2; bytes >= leastPartBytes; bytes /= 2)
    if ((await send(base, bytes)).passes) return { says, most: bytes }
  return { says, most: null }
}

/** By a link that is none: where it gets through the service refuses it, in its own words. */
async function send(base: string, bytes: number): Promise<Passage> {
  const url = `${base}/api/v1/uploads/${randomUUID()}/parts/1`
  try {
    const answer = await fetch(url, {
      method: 'PUT',
      body: Buffer.alloc(bytes),
      headers: { 'content-type': 'application/octet-stream' },
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
    })
    const said = Envelope.safeParse(await answer.json().catch(() => null))
    if (answer.status === 403 && said.success) return { passes: true }
    return {
      passes: false,
      says: `${whoAnswers(answer.headers.get('server'))} answers ${answer.status}`,
      isAnswer: true,
    }
  } catch (error) {
    return { passes: false, says: reasonOf(error), isAnswer: false }
  }
}

/** A header of a stranger: letters, digits and what stands in versions. */
function whoAnswers(server: string | null): string {
  const name = /^[\w./ -]{1,40}/.exec(server ?? '')?.[0].trim()
  return name ? `something in front (${name})` : 'something in front'
}
