import { EventPage } from '@sightline/protocol'
import { request } from 'undici'
import { z } from 'zod'
import { processTime } from '../measure/process-time.js'
import type { BenchProgram } from '../programs/bench-program.js'
import type { ListService } from './list-service.js'

/** Requests that wait for their answers at the same time. */
export const connections = 16

/** What a side of a comparison is asked, and the process that answers. */
export interface Side {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly pid: number
  /** Paths of which each connection keeps to one; all ask `url` where there are none. */
  readonly paths?: readonly string[]
}

/** What a side did under load. */
export interface Performance {
  readonly perSec: number
  readonly p99Ms: number
  /** Processor time of the answering process, ms a request; without that of PostgreSQL. */
  readonly cpuMs: number
}

/** The newest twenty events. */
export function listOf(service: ListService): Side {
  const headers = { authorization: `Bearer ${service.token}` }
  return { url: `${service.origin}/api/v1/events?limit=20`, headers, pid: service.pid }
}

/** One answer, proved to be what the rows are about. @throws Error if it is something less */
export async function wholePage({ url, headers }: Side, events: number): Promise<string> {
  const answer = await request(url, { headers })
  const body = await answer.body.text()
  if (answer.statusCode !== 200)
    throw new Error(`the list answered ${answer.statusCode}: ${body.slice(0, 300)}`)
  const page = EventPage.parse(JSON.parse(body))
  const whole = page.data.filter((item) => item.camera_name !== '' && item.snapshot_url !== null)
  if (whole.length !== 20 || page.total !== events || page.next_cursor === null) {
    throw new Error(`not the page that is meant: ${whole.length} whole items of ${page.total}`)
  }
  return body
}

/** The paths of pages that follow each other, so that each connection can ask for another one. */
export async function pathsOfPages(side: Side, count: number): Promise<string[]> {
  const paths: string[] = []
  let cursor: string | null = ''
  while (paths.length < count && cursor !== null) {
    const path: string = `/api/v1/events?limit=20${cursor === '' ? '' : `&cursor=${cursor}`}`
    paths.push(path)
    const answer = await request(new URL(path, side.url), { headers: side.headers })
    cursor = EventPage.parse(await answer.body.json()).next_cursor
  }
  return paths
}

const Load = z.object({ requests: z.number(), perSec: z.number(), p99Ms: z.number() })

export async function underLoad(load: BenchProgram, side: Side, seconds: number): Promise<Performance> {
  const { url, headers, pid, paths = [] } = side
  const isLinux = process.platform === 'linux'
  const before = isLinux ? await processTime([pid]) : Number.NaN
  const { requests, perSec, p99Ms } = await load.ask({ url, headers, paths, connections, seconds }, Load)
  const after = isLinux ? await processTime([pid]) : Number.NaN
  return { perSec, p99Ms, cpuMs: ((after - before) * 1000) / requests }
}
