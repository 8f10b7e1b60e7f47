import { z } from 'zod'

/** First line of a capture: what it is, and what wrote it. */
export const CaptureHead = z.object({
  format: z.literal('sightline-capture'),
  version: z.literal(1),
  agent_version: z.string(),
  captured_at: z.string(),
})

const at = z.number().min(0).describe('Milliseconds since connecting began')

/** Every further line: what passed, in order. `camera` stands wherever the camera's address stood. */
export const CaptureEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), at, text: z.string() }),
  z.object({ kind: z.literal('answer'), at, head: z.string(), body: z.string() }),
  z.object({
    kind: z.literal('packet'),
    at,
    channel: z.number().int().min(0).max(255).describe('Even for RTP, odd for RTCP, whichever way it came'),
    data: z.base64(),
  }),
  z.object({ kind: z.literal('end'), at, why: z.string() }),
])

export type CaptureHead = z.infer<typeof CaptureHead>
export type CaptureEntry = z.infer<typeof CaptureEntry>

/** The host in a capture, in place of the camera's own. */
export const capturedHost = 'camera'

/** A dialogue with a camera, as it was captured. */
export interface Capture {
  readonly head: CaptureHead
  readonly entries: readonly CaptureEntry[]
}

/**
 * Reads the text of a capture, one JSON object a line.
 * @throws Error that names the first line which is none
 */
export function readCapture(text: string): Capture {
  const [first = '', ...rest] = text.split('\n').filter((line) => line !== '')
  return {
    head: parsed(CaptureHead, first, 1),
    entries: rest.map((line, index) => parsed(CaptureEntry, line, index + 2)),
  }
}

function parsed<T>(schema: z.ZodType<T>, line: string, number: number): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (cause) {
    throw new Error(`line ${number} is not of a capture`, { cause })
  }
}
