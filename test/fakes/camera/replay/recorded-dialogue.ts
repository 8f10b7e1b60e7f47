import { type Capture, type CaptureEntry, capturedHost } from '@sightline/agent/testing'

/** A packet, and when it came after the answer to PLAY, milliseconds. */
export interface RecordedPacket {
  readonly afterMs: number
  readonly channel: number
  readonly data: Buffer
}

type Answer = Extract<CaptureEntry, { kind: 'answer' }>

/** What a captured camera said, as it can be said again. */
export class RecordedDialogue {
  readonly packets: readonly RecordedPacket[]
  readonly #answers = new Map<string, Answer[]>()

  constructor({ entries }: Capture) {
    const playedAt = pair(entries, this.#answers)
    this.packets = entries.flatMap((entry) =>
      entry.kind === 'packet'
        ? [
            {
              afterMs: Math.max(entry.at - playedAt, 0),
              channel: entry.channel,
              data: Buffer.from(entry.data, 'base64'),
            },
          ]
        : [],
    )
  }

  /** The answers to a method, in the order in which they were given; for a connection of its own. */
  turns(): (method: string) => Answer | null {
    const given = new Map<string, number>()
    return (method) => {
      const answers = this.#answers.get(method) ?? []
      const turn = given.get(method) ?? 0
      given.set(method, turn + 1)
      // What was asked more often than it was captured, such as a keep-alive, is answered as the last time.
      return answers[Math.min(turn, answers.length - 1)] ?? null
    }
  }
}

/** Puts each answer to its request. @returns when PLAY was answered, ms, or 0 */
function pair(entries: readonly CaptureEntry[], answers: Map<string, Answer[]>): number {
  const open: string[] = []
  let playedAt = 0
  for (const entry of entries) {
    if (entry.kind === 'request') open.push(entry.text.split(' ', 1)[0] ?? '')
    if (entry.kind !== 'answer') continue
    const method = open.shift() ?? ''
    answers.set(method, [...(answers.get(method) ?? []), entry])
    if (method === 'PLAY') playedAt = entry.at
  }
  return playedAt
}

/**
 * A captured answer for another connection: its own number, this address, RTP inside the connection whatever was
 * captured, and the length of the body as it is now.
 */
export function spokenAgain(answer: Answer, cseq: string, address: string, channel: number): string {
  const here = (text: string) => text.replaceAll(new RegExp(`\\b${capturedHost}(?::\\d+)?\\b`, 'g'), address)
  const body = here(answer.body)
  const lines = answer.head
    .split(/\r\n|\n/)
    .filter((line) => line !== '' && !/^content-length\s*:/i.test(line))
    .map((line) => {
      if (/^cseq\s*:/i.test(line)) return `CSeq: ${cseq}`
      if (/^transport\s*:.*(?:client|server)_port/i.test(line))
        return `Transport: RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`
      return here(line)
    })
  if (body !== '') lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
