import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { until, type World } from '../harness/index.js'
import { examineClip } from './examine-clip.js'
import type { ChaosSite } from './site.js'

/** What a run did to the evidence. */
export interface Verdict {
  /** Events that the cloud knows. */
  readonly events: number
  /** Clips that are whole: hash right, every frame decodes, none between the first and the last missing that arrived. */
  readonly clips: number
  /** Events that were accepted, by the cloud or on the agent's disk, and that the cloud does not know. */
  readonly lost: readonly string[]
  /** Events that nobody made, and moments of a camera that are two events. */
  readonly twice: readonly string[]
  /** Clips that were handed over and are not whole. */
  readonly broken: readonly string[]
  /** Why events have no clip, and how many. */
  readonly withoutClip: Readonly<Record<string, number>>
  readonly withoutSnapshot: number
  /** Why the sites say that pictures are missing, and how many. */
  readonly missingPictures: Readonly<Record<string, number>>
  /** Why the sites ended runs though the pictures went on, and how often. */
  readonly brokenRuns: Readonly<Record<string, number>>
  /** Files of recordings that are left at the sites. */
  readonly leftFiles: readonly string[]
  /** Pictures that were lost on the way from the cameras, of the times of all clips. */
  readonly picturesLost: number
  /** By how much the length of a clip differs from what the camera sent, ms: the most. */
  readonly lengthOffMs: number
}

/** The longest that what was recorded may take to arrive after the last fault, ms. */
const arrivalMs = 300_000

/** An event of a list, as far as it is looked at. */
interface Listed {
  readonly id: string
  readonly camera_id: string
  readonly triggered_at: string
}

/** Waits until all has arrived, and looks at everything. */
export async function judge(world: World, sites: readonly ChaosSite[]): Promise<Verdict> {
  const accepted = new Map(sites.flatMap((site) => site.taken.map(({ eventId }) => [eventId, site] as const)))
  for (const site of sites) for (const id of site.heldEvents()) accepted.set(id, site)
  await until('nothing is under way any more', () => isCalm(world, [...accepted.keys()]), arrivalMs)
  const leftFiles = await until('the sites hold no recording any more', () => noFiles(sites), arrivalMs).then(
    () => [],
    () => filesOf(sites),
  )
  const shown = await allEvents(world)
  const ids = new Set(shown.map(({ id }) => id))
  const found: Found = {
    clips: 0,
    broken: [],
    withoutClip: {},
    withoutSnapshot: 0,
    picturesLost: 0,
    lengthOffMs: 0,
  }
  for (const { id } of shown) await look(world, sites, id, found)
  return {
    ...found,
    events: shown.length,
    missingPictures: counted(sites.flatMap((site) => site.missingPictures())),
    brokenRuns: counted(sites.flatMap((site) => site.brokenRuns())),
    lost: [...accepted.keys()].filter((id) => !ids.has(id)),
    twice: [
      ...shown.filter((event) => !accepted.has(event.id) && !mayBe(sites, event)).map(({ id }) => id),
      ...sameMoments(shown),
    ],
    leftFiles,
  }
}

interface Found {
  clips: number
  readonly broken: string[]
  readonly withoutClip: Record<string, number>
  withoutSnapshot: number
  picturesLost: number
  lengthOffMs: number
}

const settled = ['ready', 'failed', 'expired']

async function isCalm(world: World, ids: readonly string[]): Promise<boolean> {
  for (const id of ids) {
    const { status, body } = await world.api.get(`/api/v1/events/${id}`)
    if (status === 200 && !settled.includes(String(body.clip_status))) return false
    // A trigger whose answer was lost stands as failed until the site tells of it.
  }
  return true
}

async function allEvents(world: World): Promise<Listed[]> {
  const events: Listed[] = []
  for (let cursor: string | null = null; ; ) {
    const page: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body } = await world.api.get(`/api/v1/events?limit=100${page}`)
    events.push(...body.data)
    cursor = body.next_cursor ?? null
    if (cursor === null) return events
  }
}

/** How far from the asking an event of an unsure trigger may be, ms: the request may have waited for the database. */
const unsureMs = 30_000

/** Whether the event comes of a trigger of which the cloud could not say what became of it. */
function mayBe(sites: readonly ChaosSite[], { camera_id: cameraId, triggered_at: at }: Listed): boolean {
  return sites
    .flatMap(({ unsure }) => unsure)
    .some((one) => one.cameraId === cameraId && Math.abs(Date.parse(at) - one.askedAtMs) < unsureMs)
}

/** Events of one camera that were triggered in the same second. */
function sameMoments(events: readonly Listed[]): string[] {
  const seen = new Set<string>()
  return events.flatMap(({ id, camera_id, triggered_at }) => {
    const moment = `${camera_id} ${triggered_at.slice(0, 19)}`
    if (seen.has(moment)) return [`${id}, at the moment of another`]
    seen.add(moment)
    return []
  })
}

async function look(world: World, sites: readonly ChaosSite[], id: string, found: Found): Promise<void> {
  const { body: event } = await world.api.get(`/api/v1/events/${id}`)
  if (event.clip_status !== 'ready') {
    const why = String(event.clip_error ?? event.clip_status)
    found.withoutClip[why] = (found.withoutClip[why] ?? 0) + 1
    return
  }
  if (!event.snapshot_url) found.withoutSnapshot += 1
  const camera = sites.flatMap(({ cameras }) => cameras).find((one) => one.id === event.camera_id)
  const { bytes } = await world.api.download(event.clip_url)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const seen = camera === undefined ? null : await examineClip(bytes, event, camera.fake)
  found.lengthOffMs = Math.max(found.lengthOffMs, seen?.lengthOffMs ?? 0)
  found.picturesLost += seen?.hit ?? 0
  if (seen?.isWhole === true && hash === event.clip_sha256) found.clips += 1
  else
    found.broken.push(`${id}, of ${camera?.fake.options.name ?? 'nobody'}: ${seen?.found ?? 'not looked at'}`)
}

function counted(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1
  return counts
}

async function noFiles(sites: readonly ChaosSite[]): Promise<boolean> {
  return (await filesOf(sites)).length === 0
}

async function filesOf(sites: readonly ChaosSite[]): Promise<string[]> {
  const lists = await Promise.all(
    sites.map(({ agent }) => readdir(path.join(agent.dataDir, 'recordings'), { recursive: true })),
  )
  return lists.flat().filter((file) => /\.(journal|mp4|jpg|tmp)/.test(file))
}
