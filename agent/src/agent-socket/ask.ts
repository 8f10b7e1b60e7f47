import { lstat } from 'node:fs/promises'
import { connect } from 'node:net'
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
  const path = socketPath(dataDir)
  await refuseForeign(path)
  const line = await exchange(path, JSON.stringify(request))
  if (line === null) return null
  const reply = SocketReply.parse(JSON.parse(line))
  if (!reply.ok)
    throw new AgentError(reply.kind, reply.message, reply.hint === null ? {} : { hint: reply.hint })
  return answer.parse(reply.value)
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
function exchange(path: string, line: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    let text = ''
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.write(`${line}\n`))
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\n')) {
        resolve(text.slice(0, text.indexOf('\n')))
        socket.destroy()
      }
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
