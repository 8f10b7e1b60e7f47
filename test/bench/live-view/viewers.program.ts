import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { serve } from '../programs/serve.js'
import { LightViewer, type Opening } from './light-viewer.js'

// Viewers of one stream in a process of their own, opened one after the other and closed together.

const Watched = z.object({
  address: z.string(),
  protocols: z.array(z.string()),
  ca: z.string().optional(),
  cameraId: z.string().nullable(),
})
const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), watched: Watched, count: z.number().int() }),
  z.object({ kind: z.literal('received') }),
  z.object({ kind: z.literal('freeze') }),
  z.object({ kind: z.literal('close') }),
])

const limitMs = 30_000

let viewers: LightViewer[] = []

function answer(asked: z.infer<typeof Question>): Promise<unknown> {
  switch (asked.kind) {
    case 'open':
      return open(asked.watched, asked.count)
    case 'received':
      return Promise.resolve(viewers.map((viewer) => viewer.received()))
    case 'freeze':
      for (const viewer of viewers) viewer.freeze()
      return Promise.resolve()
    case 'close':
      return close()
  }
}

async function open(watched: z.infer<typeof Watched>, count: number): Promise<unknown> {
  const openings: Opening[] = []
  for (let index = 0; index < count; index += 1) {
    const viewer = new LightViewer(watched)
    viewers.push(viewer)
    openings.push(await inTime(viewer.opened))
  }
  return openings
}

async function inTime<T>(opened: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = sleep(limitMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`a viewer is not at the live edge after ${limitMs} ms`)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([opened, late])
  } finally {
    over.abort()
  }
}

async function close(): Promise<void> {
  const gone = viewers
  viewers = []
  await Promise.all(gone.map((viewer) => viewer.close()))
}

serve(Question, answer, close)
