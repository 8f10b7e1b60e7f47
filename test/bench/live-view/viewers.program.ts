import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { serve } from '../programs/serve.js'
import { openLightViewer } from './light-viewer.js'
import type { Opening } from './reception.js'
import type { LightViewer } from './watched.js'

// Viewers of one stream in a process of their own, opened one after the other and closed together.

const ca = z.string().optional()
const Watched = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('camera'), origin: z.string(), key: z.string(), cameraId: z.string(), ca }),
  z.object({ kind: z.literal('bare'), address: z.string(), ca }),
])
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
    const viewer = openLightViewer(watched)
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
