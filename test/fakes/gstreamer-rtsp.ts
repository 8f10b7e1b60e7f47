import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './camera/ffmpeg.js'

/** Debian's Python: the bindings are packages of the system, which no other Python sees. */
const python = '/usr/bin/python3'
const program = join(repositoryRoot(), 'test', 'fakes', 'gstreamer-rtsp.py')

export const howToInstall =
  'apt-get install gir1.2-gst-rtsp-server-1.0 python3-gi gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly'

/** Null if GStreamer's RTSP server can run here, else what is missing. */
export function missingForGstreamer(): string | null {
  if (!existsSync(python)) return `there is no ${python}`
  const { status, stdout } = spawnSync(python, [program, '--check'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 ? null : stdout.trim() || 'the check failed'
}

export interface GstreamerLogin {
  readonly scheme: 'basic' | 'digest'
  readonly username: string
  readonly password: string
}

/** GStreamer's RTSP server as a child of this process; it ends with us. */
export class GstreamerRtsp implements AsyncDisposable {
  readonly port: number
  readonly #child: ChildProcess
  readonly #events: readonly string[]

  private constructor(child: ChildProcess, port: number, events: readonly string[]) {
    this.#child = child
    this.port = port
    this.#events = events
  }

  /** @throws if it does not start. */
  static async start(login: GstreamerLogin | null = null): Promise<GstreamerRtsp> {
    const settings =
      login === null ? {} : { AUTH: login.scheme, RTSP_USER: login.username, RTSP_PASSWORD: login.password }
    const child = spawn(python, [program], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...settings },
    })
    const lines: string[] = []
    let text = ''
    const port = await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', () => reject(new Error(`GStreamer's RTSP server ended: ${lines.join(' ')}`)))
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        const whole = text.split('\n')
        text = whole.pop() ?? ''
        lines.push(...whole)
        if (lines[0] !== undefined) resolve(Number(lines[0]))
      })
    })
    return new GstreamerRtsp(child, port, lines)
  }

  url(path: string): string {
    return `rtsp://127.0.0.1:${this.port}${path}`
  }

  /** How often `event` happened: session, teardown, closed. */
  count(event: 'session' | 'teardown' | 'closed'): number {
    return this.#events.filter((line) => line === event).length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
