import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { socketPath } from '@sightline/agent/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Program, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

const prlimit = (pid: number, ...args: string[]) =>
  promisify(execFile)('prlimit', ['--pid', String(pid), ...args]).then(({ stdout }) => stdout.trim())

const filesOf = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length

/** Somebody who comes to a server, and may be refused. */
async function comeTo(address: NetConnectOpts): Promise<Socket> {
  const caller = connect(address)
  caller.on('error', () => undefined)
  await Promise.race([once(caller, 'connect'), once(caller, 'close')])
  return caller
}

// Limits of a process that runs can be changed on Linux.
describe.skipIf(process.platform !== 'linux')('an agent that finds no open file for a while', () => {
  let world: World
  let agent: SiteAgent

  beforeAll(async () => {
    world = await startWorld({ cameras: [{ name: 'Gate', subPicture: null }] })
    agent = await world.onlineAgent()
  })
  afterAll(() => world?.close())

  it('says so, and goes on afterwards: recordings, uploads, children, and who comes to its servers', async () => {
    const camera = await world.addCamera(agent, undefined, {
      pre_event_buffer_sec: 0,
      post_event_buffer_sec: 0,
    })
    const args = ['preview', 'Gate', '--data-dir', agent.dataDir]
    await using preview = new Program('agent/dist/main.js', { args })
    const link = await until('the link', () => /Gate: (http:\S+)/.exec(preview.output)?.[1])
    const { pid } = agent
    const before = await prlimit(pid, '--nofile', '--output', 'SOFT', '--noheadings', '--raw')
    const openBefore = await filesOf(pid)
    // Fewer than it has open: none is free, whatever it closes.
    await prlimit(pid, '--nofile=8:')
    const callers: Socket[] = []
    try {
      const { hostname: host, port } = new URL(link)
      for (let round = 0; round < 5; round += 1) {
        callers.push(await comeTo({ path: socketPath(agent.dataDir) }))
        callers.push(await comeTo({ host, port: Number(port) }))
      }
      await world.trigger(camera.id)
      await until('the agent says so', () => agent.log.includes('files.none_left'))
    } finally {
      await prlimit(pid, `--nofile=${before}:`)
      for (const caller of callers) caller.destroy()
    }
    await until('the agent says that it is over', () => agent.log.includes('files.free_again'))
    const { code, output } = await agent.command('status')
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Gate') })
    const { event_id: eventId } = await world.trigger(camera.id)
    await world.untilClip(eventId)
    expect(agent.pid).toBe(pid)
    expect(preview.ending).toBeNull()
    expect(await filesOf(pid)).toBeLessThan(openBefore + 20)
  })
})
