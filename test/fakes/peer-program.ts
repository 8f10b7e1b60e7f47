import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Peer, peerPath } from '@sightline/cloud/testing'

/** A program of somebody else that serves a port of this machine. */
export interface PeerProgram extends AsyncDisposable {
  /** All that it wrote, for whoever has to find out why a test failed. */
  readonly output: string
}

interface PeerOptions {
  readonly args: readonly string[]
  /** Where it listens once it serves, on loopback. */
  readonly port: number
  readonly env?: Readonly<Record<string, string>>
}

/** Starts it and waits until it serves. @throws Error with what it wrote if it ends instead */
export async function startPeer(peer: Peer, { args, port, env = {} }: PeerOptions): Promise<PeerProgram> {
  const child = spawn(peerPath(peer), args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString('utf8')
    })
  let isOver = false
  const ended = once(child, 'close').then(() => {
    isOver = true
  })
  while (!(await listens(port))) {
    if (isOver) throw new Error(`${peer} ended at its start:\n${output}`)
    await Promise.race([sleep(20), ended])
  }
  return {
    get output() {
      return output
    },
    async [Symbol.asyncDispose]() {
      // What it has open is the test's own, and nothing to wait for.
      child.kill('SIGKILL')
      await ended
    },
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}
