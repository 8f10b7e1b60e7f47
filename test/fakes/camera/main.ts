#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readCapture } from '@sightline/agent/testing'
import type { FakeCamera } from './camera.js'
import {
  BENCH_PICTURE,
  DEMO_PICTURE,
  QUIET_PICTURE,
  startCamera,
  TEST_PICTURE,
  type Timetable,
  uuidFor,
} from './index.js'
import { DEFAULT_CREDENTIALS } from './options.js'
import { ReplayCamera } from './replay/replay-camera.js'

const HELP = `Simulated cameras: H.264 over RTSP (TCP), ONVIF, WS-Discovery, mDNS.

Usage: node test/dist/fakes/camera/main.js [options]

  --count N            how many cameras (1)
  --channels N         pictures of each, as a recorder or a device of several lenses has them (1)
  --host ADDRESS       address that they are bound to (127.0.0.1)
  --rtsp-port PORT     of the first camera, the others follow (free ports)
  --onvif-port PORT    of the first camera, the others follow (free ports)
  --name NAME          name of the cameras, with their number (Fake camera)
  --user NAME          (${DEFAULT_CREDENTIALS.username})
  --password-file FILE the password; else the variable FAKE_CAMERA_PASSWORD, else one for tests
  --picture SIZE       test (640x360, 15/s), demo (1280x720, 25/s), bench (1920x1080, 25/s, 4 Mbit/s, grain) or
                       quiet (as bench, constant quality, no grain)
  --timetable WHEN     rest, moving, or REST:MOVE in seconds (10:5)
  --audio              with a tone as G.711
  --events             tells of its movement by ONVIF as well
  --no-discovery       neither WS-Discovery nor mDNS
  --json               one line of JSON for each camera
  --replay FILE        instead of all that: what another camera said and sent (agent probe --capture)
  --help
`

const PICTURES = { test: TEST_PICTURE, demo: DEMO_PICTURE, bench: BENCH_PICTURE, quiet: QUIET_PICTURE }

function readTimetable(text: string): Timetable {
  if (text === 'rest') return 'rest'
  if (text === 'moving') return 'always-moving'
  const parts = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(text)
  const [restSec, moveSec] = [Number(parts?.[1]), Number(parts?.[2])]
  if (!(restSec + moveSec > 0)) throw new Error('--timetable takes rest, moving, or two numbers such as 10:5')
  return { restSec, moveSec }
}

function readNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new Error(`--${name} takes a whole number from ${least} to ${most}`)
  }
  return number
}

async function readPassword(file: string | undefined): Promise<string> {
  if (file !== undefined) return (await readFile(file, 'utf8')).trimEnd()
  return process.env['FAKE_CAMERA_PASSWORD'] ?? DEFAULT_CREDENTIALS.password
}

function readPicture(name: string) {
  const entry = Object.entries(PICTURES).find(([known]) => known === name)
  if (entry === undefined) throw new Error(`--picture takes ${Object.keys(PICTURES).join(', ')}`)
  return entry[1]
}

function readOptions() {
  return parseArgs({
    options: {
      count: { type: 'string', default: '1' },
      channels: { type: 'string', default: '1' },
      host: { type: 'string', default: '127.0.0.1' },
      'rtsp-port': { type: 'string', default: '0' },
      'onvif-port': { type: 'string', default: '0' },
      name: { type: 'string', default: 'Fake camera' },
      user: { type: 'string', default: DEFAULT_CREDENTIALS.username },
      'password-file': { type: 'string' },
      picture: { type: 'string', default: 'test' },
      timetable: { type: 'string', default: '10:5' },
      audio: { type: 'boolean', default: false },
      events: { type: 'boolean', default: false },
      'no-discovery': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      replay: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values
}

function describe(camera: FakeCamera, json: boolean): string {
  const { device } = camera
  const facts = {
    name: device.name,
    rtsp_url: camera.rtspUrl('main'),
    rtsp_sub_url: camera.rtspUrl('sub'),
    onvif_url: `${device.origin}/onvif/device_service`,
    endpoint: device.endpoint,
    mac: device.mac,
    serial: device.serial,
    username: camera.options.credentials.username,
  }
  if (json) return JSON.stringify(facts)
  const { name, ...rest } = facts
  return [name, ...Object.entries(rest).map(([key, value]) => `  ${key.padEnd(13)} ${value}`)].join('\n')
}

async function startAll(given: ReturnType<typeof readOptions>): Promise<FakeCamera[]> {
  const rtspPort = readNumber('rtsp-port', given['rtsp-port'], 0, 65_535)
  const onvifPort = readNumber('onvif-port', given['onvif-port'], 0, 65_535)
  const password = await readPassword(given['password-file'])
  const count = readNumber('count', given.count, 1, 64)
  const channels = readNumber('channels', given.channels, 1, 64)
  const cameras: FakeCamera[] = []
  try {
    for (let i = 0; i < count; i++) {
      const name = count === 1 ? given.name : `${given.name} ${i + 1}`
      const camera = await startCamera({
        name,
        host: given.host,
        rtspPort: rtspPort === 0 ? 0 : rtspPort + i,
        onvifPort: onvifPort === 0 ? 0 : onvifPort + i,
        uuid: uuidFor(`${given.host} ${name}`),
        credentials: { username: given.user, password },
        furtherChannels: channels - 1,
        picture: readPicture(given.picture),
        timetable: readTimetable(given.timetable),
        audio: given.audio ? 'tone' : 'none',
        onvifEvents: given.events ? {} : null,
        wsDiscovery: !given['no-discovery'],
        mdns: !given['no-discovery'],
      })
      cameras.push(camera)
      process.stdout.write(`${describe(camera, given.json)}\n`)
    }
    return cameras
  } catch (error) {
    await Promise.all(cameras.map((camera) => camera.close()))
    throw error
  }
}

async function replayed(file: string, given: ReturnType<typeof readOptions>): Promise<ReplayCamera> {
  const port = readNumber('rtsp-port', given['rtsp-port'], 0, 65_535)
  const camera = await ReplayCamera.start(readCapture(await readFile(file, 'utf8')), {
    host: given.host,
    port,
  })
  process.stdout.write(`${camera.rtspUrl}\n`)
  return camera
}

async function main(): Promise<void> {
  const given = readOptions()
  if (given.help) {
    process.stdout.write(HELP)
    return
  }
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const cameras = given.replay === undefined ? await startAll(given) : [await replayed(given.replay, given)]
  await asked
  await Promise.all(cameras.map((camera) => camera.close()))
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
