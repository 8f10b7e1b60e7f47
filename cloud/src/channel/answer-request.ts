import { randomUUID } from 'node:crypto'
import { type Result, writeToGateway } from '@sightline/protocol'
import type { Log } from '../platform/log.js'
import type { PeerSocket } from './peer-socket.js'

/** Answers the frame `re`. */
export function sendResult(socket: PeerSocket, re: string, result: Result): void {
  socket.send(writeToGateway('result', result, { id: randomUUID(), re }))
}

/** Answers the frame `re` with what `work` comes to. A failure of ours is logged in full and told as `internal`. */
export function answerWith(socket: PeerSocket, log: Log, re: string, work: Promise<Result>): void {
  work.then(
    (result) => sendResult(socket, re, result),
    (error: unknown) => {
      log.error({ err: error }, 'channel.request_failed')
      sendResult(socket, re, { ok: false, error: { code: 'internal', message: 'try again later' } })
    },
  )
}
