import type { ChannelErrorCode, Result } from '@sightline/protocol'

/** A command that was carried out. */
export function done(value: Record<string, unknown>): Result {
  return { ok: true, value }
}

/** A command that was not carried out, and why. */
export function refused(code: ChannelErrorCode, message: string): Result {
  return { ok: false, error: { code, message: message.slice(0, 1000) } }
}
