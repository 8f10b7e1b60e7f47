import { until, type World } from '../harness/index.js'
import type { ChaosSite } from './site.js'

/** What a node says of live view, and of which nothing is left when nobody watches. */
const gauges = ['live_viewers', 'live_subscriptions', 'live_upstreams', 'live_memory_bytes']
/** Upstreams end 5 s after the last viewer, what a killed node showed counts for 90 s more. */
const letGoMs = 150_000

/** Waits until nothing is held for viewers that have left. @returns what stays */
export async function liveLeftovers(
  world: World,
  sites: readonly ChaosSite[],
  metricsToken: string,
): Promise<string[]> {
  let left: string[] = []
  const isNothing = async () => {
    left = [...(await onNodes(world, metricsToken)), ...(await inCloud(world, sites)), ...atSites(sites)]
    return left.length === 0
  }
  await until('live view holds nothing', isNothing, letGoMs).catch(() => undefined)
  return left
}

async function onNodes(world: World, token: string): Promise<string[]> {
  const texts = await Promise.all(
    world.nodes.map(async ({ url }) => {
      const { status, bytes } = await world.api.download(`${url}/metrics`, {
        authorization: `Bearer ${token}`,
      })
      if (status !== 200) throw new Error(`the figures of a node were answered with ${status}`)
      return bytes.toString()
    }),
  )
  return texts.flatMap((text, node) =>
    gauges.flatMap((name) => {
      const value = new RegExp(`^sightline_${name} (\\S+)$`, 'm').exec(text)?.[1]
      return value === '0' ? [] : [`${name} ${value} at node ${node}`]
    }),
  )
}

async function inCloud(world: World, sites: readonly ChaosSite[]): Promise<string[]> {
  const streams = await world.database.query(
    "select 1 from live_streams join nodes using (node_id) where nodes.seen_at > now() - interval '15 seconds'",
  )
  const left = streams.length > 0 ? [`${streams.length} streams that a node says to get`] : []
  for (const { id } of sites.flatMap(({ cameras }) => cameras)) {
    const { body } = await world.api.get(`/api/v1/cameras/${id}/health`)
    if (body.active_viewers !== 0) left.push(`${body.active_viewers} viewers of camera ${id}`)
  }
  return left
}

function atSites(sites: readonly ChaosSite[]): string[] {
  return sites.flatMap((site) => [
    ...site.openMediaSockets().map((liveId) => `media socket ${liveId} of an agent`),
    ...site.cameras.flatMap(({ fake }) => {
      const { connectionsOpen } = fake.counters
      return connectionsOpen === 1 ? [] : [`${connectionsOpen} connections to ${fake.options.name}`]
    }),
  ])
}
