import { closeCodes, type Result, readToCloud, remedyFor, type ToCloudFrame } from '@sightline/protocol'
import type { Log } from '../platform/log.js'
import type { DurableLane } from './durable-lane.js'
import type { PeerSocket } from './peer-socket.js'
import type { PendingCommands } from './pending-commands.js'

/** The parts of a session that a text which arrives may concern. */
export interface TextDesk {
  readonly log: Log
  readonly socket: PeerSocket
  readonly lane: DurableLane
  readonly commands: PendingCommands
  dispatch(frame: ToCloudFrame): void
  answer(re: string, result: Result): void
}

/** Reads a text and hands the frame on, or does what docs/protocol.md, 13 says of one that cannot be taken. */
export function takeText(desk: TextDesk, text: string): void {
  const reading = readToCloud(text)
  if (reading.kind === 'frame') return desk.dispatch(reading.frame)
  const remedy = remedyFor(reading)
  const reason = reading.kind === 'bad' ? reading.reason : 'unknown type'
  desk.log.info({ type: reading.type, reason, remedy: remedy.do }, 'channel.frame_not_taken')
  switch (remedy.do) {
    case 'refuse':
      return desk.lane.refuse(remedy.seq, remedy.code, reason)
    case 'answer':
      return desk.answer(remedy.re, { ok: false, error: { code: remedy.code, message: reason } })
    case 'settle':
      return desk.commands.settle(remedy.re, {
        ok: false,
        error: { code: 'internal', message: 'the answer does not fit its form' },
      })
    case 'drop':
      return
    case 'close':
      return desk.socket.close(closeCodes.badFrame, 'the frame could not be read')
  }
}
