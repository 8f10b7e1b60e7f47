import { isCommand, isDurable, isRequest, type Reading } from './frame.js'

/** What a side does with a frame that it cannot take. */
export type Remedy =
  /** Confirm it by its number and list it in `ack.rejected`: repeating it would change nothing. */
  | { do: 'refuse'; seq: number; code: 'invalid' | 'unknown_type' }
  /** Answer it with a `result` that says no. */
  | { do: 'answer'; re: string; code: 'invalid' }
  /** It was the answer to `re`: what was asked there has failed. */
  | { do: 'settle'; re: string }
  /** Log it and go on: nobody waits for an answer. */
  | { do: 'drop' }
  /** Close the connection with `closeCodes.badFrame`: frames could be lost unseen. */
  | { do: 'close' }

/**
 * The remedy for what `readToCloud` or `readToGateway` could not take (docs/protocol.md, "Frames that cannot be
 * taken"). No frame makes a connection fail again and again, for what is repeated is refused by its number.
 */
export function remedyFor(reading: Exclude<Reading<never>, { kind: 'frame' }>): Remedy {
  const { id, seq, re, type } = reading
  if (seq !== null)
    return { do: 'refuse', seq, code: reading.kind === 'unknown' ? 'unknown_type' : 'invalid' }
  if (reading.kind === 'unknown') return { do: 'drop' }
  if (id === null || type === null || isDurable(type)) return { do: 'close' }
  if (isCommand(type) || isRequest(type)) return { do: 'answer', re: id, code: 'invalid' }
  if (type === 'result' && re !== null) return { do: 'settle', re }
  return { do: 'drop' }
}
