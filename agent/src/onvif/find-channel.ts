import type { MediaChannel } from './media-answers.js'

/**
 * The channel that is meant by the token of its source, else by that of one of its configurations or profiles, else by
 * its number from 1.
 * @returns null if the device has none such
 */
export function findChannel(channels: readonly MediaChannel[], wanted: string): MediaChannel | null {
  const numbered = /^[1-9]\d{0,2}$/.test(wanted) ? channels[Number(wanted) - 1] : undefined
  return (
    channels.find(({ token }) => token === wanted) ??
    channels.find(({ aliases }) => aliases.includes(wanted)) ??
    numbered ??
    null
  )
}
