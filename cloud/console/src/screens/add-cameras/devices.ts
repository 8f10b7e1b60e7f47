import type { Device } from '../../api/adding-cameras.js'

/** The same for the same device, also before it has said who it is. */
const isSame = (one: Device, other: Device): boolean =>
  one.id === other.id || (one.address === other.address && one.port === other.port)

/**
 * What was found before, and now: a scan of one address does not take away what another one found. What is new comes last, so that
 * nothing moves under the pointer.
 */
export function withFound(before: readonly Device[], now: readonly Device[]): Device[] {
  const kept = before.map((one) => now.find((other) => isSame(one, other)) ?? one)
  const isNew = (one: Device) => before.every((known) => !isSame(known, one))
  return [...kept.filter((one, at) => kept.indexOf(one) === at), ...now.filter(isNew)]
}

/** Whether a camera of this device can still be added: a recorder has several. */
export const isToAdd = (device: Device, added: readonly string[]): boolean =>
  !added.includes(device.id) && (device.state !== 'already_added' || (device.channels?.length ?? 0) > 1)

/** The device to go on with: the first to add behind this one, else the first of all. */
export function nextToAdd(devices: readonly Device[], id: string, added: readonly string[]): Device | null {
  const place = devices.findIndex((one) => one.id === id)
  const open = (one: Device) => one.id !== id && isToAdd(one, added) && one.state !== 'already_added'
  return devices.slice(place + 1).find(open) ?? devices.find(open) ?? null
}

/** Those from one row to another, both among them. */
export function between(devices: readonly Device[], from: string | null, to: string): string[] {
  const ids = devices.map(({ id }) => id)
  const [start, end] = [from === null ? ids.indexOf(to) : ids.indexOf(from), ids.indexOf(to)]
  return start < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** By what the service knows the make: most devices tell their maker only to whom they know, and their model to everybody. */
export function makeOf(device: Device): string | null {
  const says = saysOf(device) || device.name
  return says === '' ? null : says.slice(0, 200)
}

/** Make and model, as one line. */
export const saysOf = ({ manufacturer, model }: Device): string =>
  [manufacturer, model].filter((part) => part !== null && part !== '').join(' ')
