import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { socketPath } from '@sightline/agent/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Program, type SiteAgent, startWorld, until, type World } from '../harness/index.js'

const prlimit = (pid: number, ...args: string[]) =>
  promisify(execFile)('prlimit', ['--pid', String(pid), ...args]).then(({ stdout }) => stdout.trim())

const filesOf = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length

// Limits of a process that runs can be changed on Linux.
describe.skipIf(process.platform !== 'linux')('an agent that finds no open file for a while', () => {
  let world: World
  let agent: SiteAgent

  beforeAll(async () => {
    world = await startWorld({ cameras: [{ name: 'Gate', subPicture: null }] })
    agent = await world.onlineAgent()
  })
  afterAll(() => world?.close())

  it('lives on: who comes meanwhile is served afterwards, and it records again', async () => {
    const camera = await world.addCamera(agent, undefined, {
      pre_event_buffer_sec: 0,
      post_event_buffer_sec: 0,
    })
    const args = ['preview', 'Gate', '--data-dir', agent.dataDir]
    await using preview = new Program('agent/dist/main.js', { args })
    const link = await until('the link', () => /Gate: (http:\S+)/.exec(preview.output)?.[1])
    const before = await prlimit(agent.pid, '--nofile', '--output', 'SOFT', '--noheadings', '--raw')
    // Fewer than it has open: none is free, whatever it closes.
    await prlimit(agent.pid, '--nofile=8:')
    const callers: Socket[] = []
    try {
      const { hostname: host, port } = new URL(link)
      for (let round = 0; round < 5; round += 1) {
        for (const to of [{ path: socketPath(agent.dataDir) }, { host, port: Number(port) }]) {
          const caller = connect(to)
          callers.push(caller)
          // It may be refused by then, which is no matter.
          await Promise.race([once(caller, 'connect'), once(caller, 'error')])
          caller.on('error', () => undefined)
        }
      }
      await world.trigger(camera.id)
      await until('the agent notes that it cannot take who comes', () =>
        ['agent_socket.server_failed', 'preview.server_failed'].every((event) => agent.log.includes(event)),
      )
    } finally {
      await prlimit(agent.pid, `--nofile=${before}:`)
      for (const caller of callers) caller.destroy()
    }
    const pid = agent.pid
    const { code, output } = await agent.command('status')
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Gate') })
    await world.untilCamera(camera.id, 'online')
    await world.untilClip((await world.trigger(camera.id)).event_id)
    expect(agent.pid).toBe(pid)
    expect(preview.ending).toBeNull()
    expect(await filesOf(agent.pid)).toBeLessThan(100)
  })
})
