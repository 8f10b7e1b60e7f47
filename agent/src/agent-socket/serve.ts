import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { AgentError, messageOf } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import { secrets } from '../platform/secrets.js'
import { hearErrors } from '../platform/server-errors.js'
import { type SocketReply, SocketRequest } from './messages.js'
import { socketPath } from './socket-path.js'

/** Answers a question of another command. */
export type Answerer = (request: SocketRequest, signal: AbortSignal) => Promise<unknown>

/** A running `agent.sock`. */
export interface AgentSocket extends AsyncDisposable {
  readonly path: string
}

/**
 * Listens for the other commands of this data folder, for its owner only. A socket that an ended process left
 * behind is replaced: who holds the lock of the data folder is the agent.
 * @throws Error of the file system
 */
export async function serveSocket(dataDir: string, answer: Answerer, log: Logger): Promise<AgentSocket> {
  const path = socketPath(dataDir)
  await rm(path, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    converse(socket, answer).catch((err: unknown) => log.warn({ err }, 'agent_socket.failed'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // The socket is made inside `listen`: nobody else may connect, not even for a moment.
    const before = process.umask(0o177)
    try {
      server.listen(path, resolve)
    } finally {
      process.umask(before)
    }
  })
  hearErrors(server, log, 'agent_socket.server_failed')
  return {
    path,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(path, { force: true })
    },
  }
}

async function converse(socket: Socket, answer: Answerer): Promise<void> {
  const gone = new AbortController()
  socket.once('close', () => gone.abort(new Error('the command went away')))
  for await (const line of createInterface({ input: socket })) {
    const reply = await replyTo(line, answer, gone.signal)
    if (gone.signal.aborted) return
    socket.write(`${JSON.stringify(reply)}\n`)
  }
}

async function replyTo(line: string, answer: Answerer, signal: AbortSignal): Promise<SocketReply> {
  try {
    return { ok: true, value: await answer(SocketRequest.parse(JSON.parse(line)), signal) }
  } catch (error) {
    const { kind, hint } = error instanceof AgentError ? error : new AgentError('failed', '')
    return { ok: false, kind, message: secrets.redact(messageOf(error)), hint }
  }
}
