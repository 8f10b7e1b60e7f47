import type { Device, Reach } from '../../api/adding-cameras.js'
import { textAt } from '../../session/session-user.js'
import { placeOf } from './address-typed.js'

/** What was entered for a camera, but for the password. */
export interface Draft {
  readonly name: string
  /** Empty: none is chosen. */
  readonly siteId: string
  readonly by: 'onvif' | 'rtsp'
  readonly host: string
  readonly port: string
  readonly url: string
  readonly subUrl: string
  /** Token of a channel; empty for the largest picture. */
  readonly channel: string
  readonly username: string
}

const usualPort = '80'

export const emptyDraft: Draft = {
  name: '',
  siteId: '',
  by: 'onvif',
  host: '',
  port: usualPort,
  url: '',
  subUrl: '',
  channel: '',
  username: '',
}

/** What a device says of itself, as far as a camera is made of it. */
export function draftOf(device: Device): Draft {
  const { name, model, address, port, xaddrs, rtsp_urls: urls } = device
  const [url] = urls
  const isNamed = name !== '' && name !== address
  const byRtsp = xaddrs.length === 0
  return {
    ...emptyDraft,
    name: isNamed ? name : (model ?? ''),
    by: byRtsp ? 'rtsp' : 'onvif',
    host: address,
    port: byRtsp ? usualPort : String(port),
    url: url ?? (byRtsp ? `rtsp://${address}:${port}/` : ''),
  }
}

/** Whether a device may show its picture to everybody: it says what it is, and did not ask for a password. */
export const mayBeOpen = ({ state, xaddrs, rtsp_urls: urls }: Device): boolean =>
  state === 'new' && (xaddrs.length > 0 || urls.length > 0)

/** A field that a person fills in, beside the password. */
export type DraftField = keyof Draft

export type Lacking = Partial<Record<DraftField, true>>

/** What is missing before a camera can be looked at. */
export function lackingToLook({ by, host, port, url }: Draft): Lacking {
  if (by === 'rtsp') return placeOf(url) ? {} : { url: true }
  const number = Number(port)
  const isPort = /^\d{1,5}$/.test(port.trim()) && number >= 1 && number <= 65_535
  return { ...(host.trim() === '' && { host: true }), ...(!isPort && { port: true }) }
}

/** What is missing before it can be added. */
export function lackingToAdd(draft: Draft): Lacking {
  const name = draft.name.trim()
  return {
    ...lackingToLook(draft),
    ...((name === '' || name.length > 100) && { name: true }),
    ...(draft.siteId === '' && { siteId: true }),
  }
}

/** How the camera of a draft is reached. */
export function reachOf(draft: Draft, gatewayId: string | null, password: string): Reach {
  const { by, host, port, url, subUrl, channel, username } = draft
  const connection =
    by === 'rtsp'
      ? ({ type: by, url: url.trim(), subUrl: subUrl.trim() === '' ? null : subUrl.trim() } as const)
      : ({
          type: by,
          host: host.trim(),
          port: Number(port),
          channel: channel === '' ? null : channel,
        } as const)
  return { gatewayId, connection, username, password }
}

/** Where the camera is, as a person names it. */
export const whereIs = ({ by, host, url }: Draft): string =>
  by === 'onvif' ? host.trim() : (placeOf(url)?.host ?? '')

/** A link that can hold no account, not even one that is only half typed. */
const plainLink = /^rtsps?:\/\/[^/@\s]+\/[^@]*$/i

/** What may be kept of a draft over a reload: no password, wherever it was typed. */
export function keptPart(draft: Draft): Draft {
  const kept = (url: string) => (plainLink.test(url.trim()) ? url.trim() : '')
  return { ...draft, url: kept(draft.url), subUrl: kept(draft.subUrl) }
}

/** Reads what was kept; null where it is no draft. */
export function readDraft(kept: unknown): Draft | null {
  const by = textAt(kept, 'by')
  if (by !== 'onvif' && by !== 'rtsp') return null
  const text = (field: DraftField) => textAt(kept, field) ?? emptyDraft[field]
  return {
    name: text('name'),
    siteId: text('siteId'),
    by,
    host: text('host'),
    port: text('port'),
    url: text('url'),
    subUrl: text('subUrl'),
    channel: text('channel'),
    username: text('username'),
  }
}
