import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@sightline/protocol/testing'
import { runFfmpeg } from './camera/index.js'

const program = '/usr/bin/cvlc'
/** VLC does not run as root. */
const nobody = 65_534
const startWithinMs = 15_000

export const howToInstallVlc = 'apt-get install --no-install-recommends vlc-bin vlc-plugin-base'

/** Null if VLC can serve here, else what is missing. */
export function missingForVlc(): string | null {
  return existsSync(program) ? null : `there is no ${program}`
}

/** VLC as an RTSP server: H.264 and AAC of one file, again and again, over UDP only. Ends with us. */
export class VlcRtsp implements AsyncDisposable {
  readonly url: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(child: ChildProcess, folder: string, port: number) {
    this.#child = child
    this.#folder = folder
    this.url = `rtsp://127.0.0.1:${port}/camera`
  }

  /** @throws if it does not listen in time. */
  static async start(): Promise<VlcRtsp> {
    const folder = await mkdtemp(join(tmpdir(), 'vlc-'))
    const file = join(folder, 'clip.ts')
    await makeClip(file)
    const port = await freePort()
    const isRoot = process.getuid?.() === 0
    if (isRoot) await chown(folder, nobody, nobody)
    await chmod(folder, 0o755)
    const serve = `#rtp{sdp=rtsp://127.0.0.1:${port}/camera}`
    const args = ['-I', 'dummy', '--no-plugins-cache', '--loop', file, '--sout', serve, '--sout-keep']
    const child = spawn(program, args, {
      stdio: 'ignore',
      env: { HOME: folder, PATH: process.env['PATH'] },
      ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    })
    const server = new VlcRtsp(child, folder, port)
    for (const giveUpAt = performance.now() + startWithinMs; !(await answers(port)); await delay(50)) {
      if (performance.now() < giveUpAt && child.exitCode === null) continue
      await server[Symbol.asyncDispose]()
      throw new Error('VLC does not serve')
    }
    return server
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit')
      this.#child.kill('SIGKILL')
      await ended
    }
    await rm(this.#folder, { recursive: true, force: true })
  }
}

async function makeClip(file: string): Promise<void> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=642x362:rate=25']
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=16000']
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-bf', '0', '-pix_fmt', 'yuv420p']
  const result = await runFfmpeg([...picture, ...sound, '-t', '20', ...video, '-c:a', 'aac', '-y', file])
  if (result.exitCode !== 0) throw new Error(result.stderr)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
