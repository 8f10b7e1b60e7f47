import http from 'node:http'
import { z } from 'zod'
import { monotonicMs } from '../measure/monotonic.js'
import { serve } from '../programs/serve.js'

// Listens to notices many times, and says when it heard of what.

const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listen'), origin: z.string(), keys: z.array(z.string()), each: z.number() }),
  /** How many it has heard of since the last `take`. */
  z.object({ kind: z.literal('count') }),
  z.object({ kind: z.literal('take') }),
])

/** Opened at once, so that none is turned away. */
const atOnce = 20

const agent = new http.Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
let heard: { id: string; atMs: number }[] = []
let broken: string | null = null

serve(
  Question,
  async (question) => {
    if (question.kind === 'listen') {
      const all = question.keys.flatMap((key) => Array.from({ length: question.each }, () => key))
      for (let at = 0; at < all.length; at += atOnce)
        await Promise.all(all.slice(at, at + atOnce).map((key) => listen(question.origin, key)))
      return all.length
    }
    if (broken !== null) throw new Error(broken)
    if (question.kind === 'count') return heard.length
    const told = heard
    heard = []
    return told
  },
  () => {
    agent.destroy()
    return Promise.resolve()
  },
)

/** Resolves once it would be told of a change. */
function listen(origin: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  return new Promise((resolve, reject) => {
    const asked = http.get(`${origin}/api/v1/notices`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`notices answered ${answer.statusCode}`))
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => {
        const atMs = monotonicMs()
        text += piece
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          if (block.includes('event: ready')) resolve()
          const id = block.includes('event: change') ? /"id":"([^"]+)"/.exec(block)?.[1] : undefined
          if (id !== undefined) heard.push({ id, atMs })
        }
      })
      answer.on('close', () => {
        broken = `a listener was cut off: ${text}`
      })
    })
    asked.on('error', reject)
  })
}
