import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { repositoryRoot } from './camera/ffmpeg.js'

const client = '/usr/bin/onvif-util'
const ip = '/usr/sbin/ip'
const cameraAddress = '10.77.0.1'
const startWithinMs = 15_000

export const howToInstallOnvifTools = 'apt-get install --no-install-recommends onvif-tools iproute2, as root'

/** Null if onvif-tools can be a peer here, else what is missing. */
export function missingForOnvifTools(): string | null {
  for (const program of [client, ip]) if (!existsSync(program)) return `there is no ${program}`
  if (process.getuid?.() !== 0) return 'only root makes network namespaces'
  try {
    const name = `sl-try-${process.pid}`
    run('netns', 'add', name)
    run('netns', 'del', name)
    return null
  } catch {
    return 'network namespaces cannot be made'
  }
}

/**
 * The fake camera and the client of onvif-tools (libonvif), each in a network of its own, with one cable between them:
 * the client finds cameras by multicast, which may reach nobody else.
 */
export class OnvifToolsPeer implements AsyncDisposable {
  readonly host = cameraAddress
  readonly #camera: ChildProcess
  readonly #names: readonly [string, string]

  private constructor(camera: ChildProcess, names: readonly [string, string]) {
    this.#camera = camera
    this.#names = names
  }

  /** @throws if the camera does not begin in time. */
  static async start(account: {
    readonly username: string
    readonly password: string
  }): Promise<OnvifToolsPeer> {
    const names = [`sl-cam-${process.pid}`, `sl-cli-${process.pid}`] as const
    const cable = [`sla${process.pid}`, `slb${process.pid}`] as const
    for (const name of names) run('netns', 'add', name)
    run(
      'link',
      'add',
      cable[0],
      'netns',
      names[0],
      'type',
      'veth',
      'peer',
      'name',
      cable[1],
      'netns',
      names[1],
    )
    for (const [index, name] of names.entries()) {
      const link = cable[index] ?? ''
      run('-n', name, 'link', 'set', 'lo', 'up')
      run('-n', name, 'addr', 'add', `10.77.0.${index + 1}/24`, 'dev', link)
      run('-n', name, 'link', 'set', link, 'up')
      run('-n', name, 'route', 'add', 'default', 'dev', link)
    }
    const program = join(repositoryRoot(), 'test/dist/fakes/camera/main.js')
    const ports = ['--host', cameraAddress, '--onvif-port', '8000', '--rtsp-port', '8554']
    const camera = spawn(
      ip,
      ['netns', 'exec', names[0], process.execPath, program, ...ports, '--user', account.username, '--json'],
      {
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], FAKE_CAMERA_PASSWORD: account.password },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const peer = new OnvifToolsPeer(camera, names)
    const started = once(camera.stdout, 'data').then(() => true)
    const late = new AbortController()
    if (await Promise.race([started, delay(startWithinMs, false, { signal: late.signal })])) {
      late.abort()
      return peer
    }
    await peer[Symbol.asyncDispose]()
    throw new Error('the camera did not begin')
  }

  /** What the client prints: of all cameras, or in a session with this one, in which it is given `lines`. */
  async ask(args: readonly string[], lines: readonly string[] = []): Promise<string> {
    const child = spawn(ip, ['netns', 'exec', this.#names[1], client, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let printed = ''
    const keep = (chunk: Buffer): void => {
      printed += chunk.toString('utf8')
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.stdin.on('error', () => undefined)
    child.stdin.end([...lines, 'quit', ''].join('\n'))
    const kill = setTimeout(() => child.kill('SIGKILL'), startWithinMs)
    await once(child, 'close')
    clearTimeout(kill)
    return printed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = this.#camera.exitCode === null ? once(this.#camera, 'close') : Promise.resolve()
    this.#camera.kill('SIGTERM')
    await ended
    for (const name of this.#names) run('netns', 'del', name)
  }
}

function run(...args: readonly string[]): void {
  execFileSync(ip, args, { stdio: 'pipe' })
}
