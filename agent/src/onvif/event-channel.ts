import type { EventMessage, SimpleItem } from './event-message.js'
import type { MediaChannel } from './media-answers.js'

/** The channel of a camera, and all of its device. */
export interface ChannelsOfDevice {
  readonly own: MediaChannel
  readonly all: readonly MediaChannel[]
}

/** Items that name the picture a message is about; those of digital inputs and rules do not. */
const pictureNames =
  /^(?:video(?:sour|input|channel|analytics)|sour|channel|ch(?:n|no|id)?$|camera|lens|sensor|profile)/i
/** Items that count the pictures, from 0 or from 1 as it pleases the maker. */
const countingNames = /^(?:videochannel|channel|ch(?:n|no|id)?$|camera|lens|sensor)/i

/**
 * Whether a message is about the channel. What names no channel, or of one in words that cannot be understood, is
 * about the device as a whole, and so about each of its channels: nothing is dropped that may be ours.
 */
export function concernsChannel(message: EventMessage, { own, all }: ChannelsOfDevice): boolean {
  if (all.length < 2) return true
  const items = message.source.filter(({ name }) => pictureNames.test(name))
  const named = items.map(({ value }) => namedBy(value, all)).filter((channels) => channels.length > 0)
  // An item that names all of them, such as analytics that they share, says nothing.
  const decisive = named.filter((channels) => channels.length < all.length)
  if (decisive.length > 0) return decisive.some((channels) => channels.includes(own))
  if (named.length > 0) return true
  const number = numberIn(items, message.topic, all)
  return number === null || numberOf(own, all) === number
}

function namedBy(value: string, all: readonly MediaChannel[]): readonly MediaChannel[] {
  const bySource = all.filter(({ token }) => token === value)
  return bySource.length > 0 ? bySource : all.filter(({ aliases }) => aliases.includes(value))
}

/** The number of a channel in an item (`VideoSourceToken-2`, `Channel` 2) or in the topic (`VMD/Camera2Profile1`). */
function numberIn(items: readonly SimpleItem[], topic: string, all: readonly MediaChannel[]): number | null {
  const countsFromZero = all.some((channel) => numberOf(channel, all) === 0)
  // Of a device whose tokens count from 0 it is not known from where its counts do.
  const usable = items.filter(({ name }) => !(countsFromZero && countingNames.test(name)))
  const said = usable.map(({ value }) => lastNumber(value)).find((number) => number !== null) ?? null
  if (said !== null || countsFromZero) return said
  const inTopic = /\/camera(\d{1,3})profile/i.exec(topic)?.[1]
  return inTopic === undefined ? null : Number(inTopic)
}

/** The number in the token of a channel where each has another, else its position from 1. */
function numberOf(channel: MediaChannel, all: readonly MediaChannel[]): number {
  const numbers = all.map(({ token }) => lastNumber(token))
  const isTelling = !numbers.includes(null) && new Set(numbers).size === all.length
  const place = all.indexOf(channel)
  return (isTelling ? numbers[place] : null) ?? place + 1
}

function lastNumber(text: string): number | null {
  const digits = /(\d{1,6})\D*$/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}
