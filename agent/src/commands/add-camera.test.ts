import type { ProbeOutcome } from '@sightline/protocol'
import { describe, expect, it } from 'vitest'
import type { AgentStatus, SocketRequest } from '../agent-socket/messages.js'
import { systemClock } from '../platform/clock.js'
import { AgentError } from '../platform/errors.js'
import { type AddDeps, addCamera, type NewCamera } from './add-camera.js'
import { agentStatus, cameraFacts } from './agent-status.fixture.js'
import { chosenChannels } from './chosen-channels.js'
import type { Terminal } from './terminal.js'
import type { AskAgent } from './with-agent.js'

const id = '019a8f35-0a2b-7c3d-8e4f-5a6b7c8d9e0f'
const door: NewCamera = {
  target: { type: 'rtsp', rtsp_url: 'rtsp://10.0.0.9/one', rtsp_sub_url: null },
  credentials: null,
  label: 'rtsp://10.0.0.9/one',
  name: null,
  account: { username: 'admin', password: 'first-canary' },
  givenName: null,
}
const works: ProbeOutcome = {
  reachable: true,
  streams: [
    {
      role: 'main',
      url: 'rtsp://10.0.0.9/one',
      codec: 'h264',
      width: 1920,
      height: 1080,
      fps: 25,
      gop_sec: 2,
    },
  ],
  auth_scheme: 'digest',
  manufacturer: 'Acme',
  model: 'C2',
  serial: null,
}
const wrong: ProbeOutcome = { reachable: false, fault: 'auth', message: 'the camera refused the password' }
const online = cameraFacts({ id, name: 'Door', state: 'online' })

/** An agent that answers from a script; `asked` keeps what it heard. */
function scripted(script: {
  probes: ProbeOutcome[]
  cameras?: AgentStatus['cameras'][]
  created?: boolean
  refuses?: AgentError
}) {
  const asked: SocketRequest[] = []
  const lines: string[] = []
  const cameras = [...(script.cameras ?? [[online]])]
  const answerTo = (request: SocketRequest): unknown => {
    switch (request.ask) {
      case 'probe':
        return script.probes.shift()
      case 'propose':
        if (script.refuses) throw script.refuses
        return { camera_id: id, name: request.camera.name, created: script.created ?? true }
      case 'status':
        return agentStatus({ cameras: (cameras.length > 1 ? cameras.shift() : cameras[0]) ?? [] })
      default:
        throw new Error('nobody asks that')
    }
  }
  const ask: AskAgent = async (request, answer) => {
    asked.push(request)
    return answer.parse(answerTo(request))
  }
  const of = <T extends SocketRequest['ask']>(what: T) =>
    asked.filter((request): request is Extract<SocketRequest, { ask: T }> => request.ask === what)
  const deps = (terminal: Terminal | null): AddDeps => ({
    ask,
    // Nothing of this waits for long.
    clock: { ...systemClock, delay: () => Promise.resolve() },
    terminal,
    say: (line) => lines.push(line),
  })
  return { lines, of, deps }
}

/** A person who types these, one after the other. */
function person(...types: string[]): Terminal {
  const next = () => Promise.resolve(types.shift() ?? '')
  return { isThere: true, ask: next, askHidden: next }
}

const channels = ['wide', 'tele', 'heat'].map((token) => ({ token, name: `Lens ${token}` }))
const recorder: NewCamera = {
  ...door,
  target: { type: 'onvif', host: '10.0.0.9', port: 80 },
  label: '10.0.0.9',
}
const shows = (channel: string): ProbeOutcome => ({ ...works, channel, channels })

describe('the channels of a device', () => {
  it('are listed, where none was chosen', async () => {
    const agent = scripted({ probes: [shows('wide')] })
    await addCamera(recorder, agent.deps(null))
    expect(agent.lines[1]).toBe(
      'has 3 channels (1 Lens wide, 2 Lens tele, 3 Lens heat): this is the one with the largest picture; add others by --channel',
    )
  })

  it('are cameras of their own, told apart by their number', async () => {
    const agent = scripted({ probes: [shows('wide'), shows('wide'), shows('tele'), shows('heat')] })
    const deps = agent.deps(null)
    const all = await chosenChannels(recorder, 'all', deps)
    for (const camera of all) await addCamera(camera, deps)
    expect(agent.of('propose').map(({ camera }) => [camera.name, camera.connection])).toEqual(
      ['wide', 'tele', 'heat'].map((channel, index) => [
        `Acme C2 ${index + 1} (10.0.0.9)`,
        { ...recorder.target, channel },
      ]),
    )
  })

  it.each([
    ['2', ['2'], ['Yard']],
    ['2, heat', ['2', 'heat'], ['Yard 2', 'Yard heat']],
  ])('are chosen by %j, without asking for more', async (which, wanted, names) => {
    const agent = scripted({ probes: [] })
    const chosen = await chosenChannels({ ...recorder, givenName: 'Yard' }, which, agent.deps(null))
    expect(chosen.map(({ target }) => target)).toEqual(
      wanted.map((channel) => ({ ...recorder.target, channel })),
    )
    expect(chosen.map(({ givenName }) => givenName)).toEqual(names)
  })

  it('all of a device that has one are that one', async () => {
    const agent = scripted({ probes: [works] })
    expect(await chosenChannels(recorder, 'all', agent.deps(null))).toEqual([recorder])
  })

  it.each([
    [recorder, ' , '],
    [door, '2'],
  ])('are not to be had of %o by %j', async (camera, which) => {
    await expect(chosenChannels(camera, which, scripted({ probes: [] }).deps(null))).rejects.toThrow(
      '--channel',
    )
  })
})

describe('addCamera', () => {
  it('looks, proposes what it saw, and waits until the camera is on line', async () => {
    const connecting = cameraFacts({ id, name: 'Door', state: 'connecting' })
    const agent = scripted({ probes: [works], cameras: [[], [connecting], [online]] })
    expect(await addCamera(door, agent.deps(null))).toMatchObject({
      camera_id: id,
      created: true,
      trouble: null,
    })
    expect(agent.of('propose')).toMatchObject([
      {
        camera: {
          name: 'Acme C2 (10.0.0.9)',
          connection: door.target,
          credentials: door.account,
          found: works,
        },
      },
    ])
    expect(agent.lines).toEqual([
      'connecting ...',
      'sends 1920x1080 h264 25 fps, login digest',
      'added to the cloud as "Acme C2 (10.0.0.9)"',
      'on line, 1920x1080 h264 25 fps',
    ])
  })

  it('tries a wrong password once where nobody can be asked, and proposes nothing', async () => {
    const agent = scripted({ probes: [wrong, works] })
    await expect(addCamera(door, agent.deps(null))).rejects.toMatchObject({
      kind: 'camera_auth',
      message: 'the camera refused the password',
      hint: expect.stringContaining('once only'),
    })
    expect([agent.of('probe').length, agent.of('propose').length]).toEqual([1, 0])
  })

  it('asks a person again, and goes on with what they type', async () => {
    const agent = scripted({ probes: [wrong, works] })
    await addCamera(door, agent.deps(person('', 'second-canary')))
    expect(agent.of('probe').map(({ credentials }) => credentials)).toEqual([
      { username: 'admin', password: 'first-canary' },
      { username: 'admin', password: 'second-canary' },
    ])
    expect(agent.of('propose')[0]?.camera.credentials?.password).toBe('second-canary')
    expect(agent.lines.join()).not.toContain('canary')
  })

  it('takes another user name too: either may have been mistyped', async () => {
    const agent = scripted({ probes: [wrong, works] })
    await addCamera(door, agent.deps(person(' operator ', 'second-canary')))
    expect(agent.of('probe')[1]?.credentials).toEqual({ username: 'operator', password: 'second-canary' })
  })

  it('asks for the user name too where there was none', async () => {
    const agent = scripted({ probes: [wrong, works] })
    await addCamera({ ...door, account: null }, agent.deps(person('root', 'second-canary')))
    expect(agent.of('probe')[1]?.credentials).toEqual({ username: 'root', password: 'second-canary' })
  })

  it('stops after three passwords, before the camera locks the account', async () => {
    const agent = scripted({ probes: [wrong, wrong, wrong, works] })
    await expect(addCamera(door, agent.deps(person('', 'a', '', 'b', '', 'c')))).rejects.toMatchObject({
      kind: 'camera_auth',
      hint: expect.stringContaining('3 passwords were tried'),
    })
    expect(agent.of('probe')).toHaveLength(3)
  })

  it('asks nobody where the password is not the trouble', async () => {
    const agent = scripted({
      probes: [{ reachable: false, fault: 'refused', message: 'nothing listens' }, works],
    })
    await expect(addCamera(door, agent.deps(person('x')))).rejects.toMatchObject({ kind: 'unreachable' })
    expect(agent.of('probe')).toHaveLength(1)
  })

  it('hands on why the cloud refuses', async () => {
    const refuses = new AgentError('cloud_refused', 'the window is closed', { hint: 'Ask for it.' })
    const agent = scripted({ probes: [works], refuses })
    await expect(addCamera(door, agent.deps(null))).rejects.toBe(refuses)
  })

  it('says that a camera was there already, and that its password stays', async () => {
    const agent = scripted({ probes: [works], created: false })
    expect(await addCamera(door, agent.deps(null))).toMatchObject({ created: false, trouble: null })
    expect(agent.lines.join()).toContain('its password neither')
  })

  it.each([
    ['auth_failed', 'camera_auth'],
    ['stream_limit', 'camera_refused'],
    ['unsupported', 'camera_refused'],
    ['disabled', 'camera_refused'],
  ] as const)('ends at %s, with what to do', async (state, kind) => {
    const camera = cameraFacts({ id, name: 'Door', state, message: state === 'disabled' ? null : 'do this' })
    const { trouble } = await addCamera(door, scripted({ probes: [works], cameras: [[camera]] }).deps(null))
    expect(trouble).toMatchObject({ kind })
    if (state !== 'disabled') expect(trouble?.message).toBe('do this')
  })

  it('does not wait for ever for a camera that does not come', async () => {
    let nowMs = 0
    const camera = cameraFacts({ id, name: 'Door', state: 'offline', message: 'no route' })
    const deps = scripted({ probes: [works], cameras: [[camera]] }).deps(null)
    const clock = { ...deps.clock, monotonic: () => (nowMs += 1000) }
    const { trouble } = await addCamera(door, { ...deps, clock })
    expect(trouble).toMatchObject({ message: 'no route', hint: expect.stringContaining('stays added') })
  })

  it.each([
    [{ givenName: 'Back door' }, works, 'Back door'],
    [{ name: 'Hall' }, works, 'Hall (10.0.0.9)'],
    [{}, { ...works, manufacturer: null, model: null }, 'Camera (10.0.0.9)'],
    [{ target: { type: 'onvif', host: '10.0.0.7', port: 80 } }, works, 'Acme C2 (10.0.0.7)'],
    [{ name: 'x'.repeat(200) }, works, `${'x'.repeat(60)} (10.0.0.9)`],
  ] as const)('names it %#', async (more, found, name) => {
    const agent = scripted({ probes: [found] })
    await addCamera({ ...door, ...more }, agent.deps(null))
    expect(agent.of('propose')[0]?.camera.name).toBe(name)
  })
})
