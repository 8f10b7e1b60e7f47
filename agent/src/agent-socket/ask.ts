import { lstat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import type { z } from 'zod'
import { AgentError, codeOf } from '../platform/errors.js'
import { SocketReply, type SocketRequest } from './messages.js'
import { socketPath } from './socket-path.js'

/**
 * Asks the agent that runs with this data folder.
 * @param answer what the question is answered with: one of `socketAnswers`
 * @returns null if none runs.
 * @throws AgentError with what it says.
 */
export async function askAgent<T>(
  dataDir: string,
  request: SocketRequest,
  answer: z.ZodType<T>,
): Promise<T | null> {
  const held = await holdAgent(dataDir, request, answer)
  held?.end()
  return held?.value ?? null
}

/** What the agent answered, and the connection to it: what it opened for us is open for as long as that stands. */
interface HeldAnswer<T> {
  readonly value: T
  /** Resolves when the agent has gone away, or after `end`. */
  readonly ended: Promise<void>
  end(): void
}

/**
 * As `askAgent`, and stays connected until it is ended.
 * @returns null if none runs.
 * @throws AgentError with what it says.
 */
export async function holdAgent<T>(
  dataDir: string,
  request: SocketRequest,
  answer: z.ZodType<T>,
): Promise<HeldAnswer<T> | null> {
  const path = socketPath(dataDir)
  await refuseForeign(path)
  const exchanged = await exchange(path, JSON.stringify(request))
  if (exchanged === null) return null
  const { socket, line } = exchanged
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  try {
    const reply = SocketReply.parse(JSON.parse(line))
    if (!reply.ok)
      throw new AgentError(reply.kind, reply.message, reply.hint === null ? {} : { hint: reply.hint })
    return { value: answer.parse(reply.value), ended, end: () => void socket.destroy() }
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** A question may hold a password: it is asked of a socket of our own or of root's only. */
async function refuseForeign(path: string): Promise<void> {
  const owner = await lstat(path).then(
    ({ uid }) => uid,
    () => null,
  )
  if (owner === null || owner === 0 || owner === process.getuid?.() || process.getuid?.() === 0) return
  throw new AgentError('failed', 'the running agent belongs to another user', { hint: 'Use sudo.' })
}

/** Sends a line and awaits one; null if nobody listens. */
function exchange(
  path: string,
  line: string,
): Promise<{ readonly socket: Socket; readonly line: string } | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    let text = ''
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.write(`${line}\n`))
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\n')) resolve({ socket, line: text.slice(0, text.indexOf('\n')) })
    })
    socket.on('error', (error) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ECONNREFUSED') resolve(null)
      else if (codeOf(error) === 'EACCES')
        reject(new AgentError('failed', 'the running agent belongs to another user', { hint: 'Use sudo.' }))
      else reject(error)
    })
    socket.on('close', () => reject(new AgentError('failed', 'the running agent gave no answer')))
  })
}
