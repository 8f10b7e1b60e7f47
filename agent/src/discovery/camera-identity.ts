/** By what a camera is known again, wherever it answers. Each part is null where it is not known. */
export interface CameraIdentity {
  /** Lower case with colons. */
  readonly mac: string | null
  readonly serial: string | null
  /** WS-Discovery endpoint reference; some cameras make a new one at each start. */
  readonly endpoint: string | null
  readonly model: string | null
}

export const noIdentity: CameraIdentity = { mac: null, serial: null, endpoint: null, model: null }

/** What two identities have in common, the strongest first; null if nothing proves that they are one camera. */
export type IdentityProof = 'mac' | 'serial' | 'endpoint'

/** Some firmware ships one serial number for all, such as 000000 or 12345. */
export function isTellingSerial(serial: string): boolean {
  return serial.length >= 6 && !/^(.)\1*$/.test(serial) && !'0123456789'.includes(serial)
}

/**
 * Whether `found` is the camera that is `known`. The MAC and the serial number are proofs; an endpoint is one only
 * together with the model, for some cameras make a new endpoint at each start and some firmware ships one for all.
 * Nothing is proven by what contradicts itself: see `contradicts`.
 */
export function proofOf(known: CameraIdentity, found: CameraIdentity): IdentityProof | null {
  if (contradicts(known, found)) return null
  if (isSame(known.mac, found.mac)) return 'mac'
  if (hasSameSerial(known, found)) return 'serial'
  return isSame(known.endpoint, found.endpoint) && isSame(known.model, found.model) ? 'endpoint' : null
}

/**
 * Whether `found` is certainly another camera: a MAC or serial number of both is known, and none is equal. A camera
 * with several network ports shows another MAC over each, so one equal part outweighs a different one.
 */
export function contradicts(known: CameraIdentity, found: CameraIdentity): boolean {
  if (isSame(known.mac, found.mac) || hasSameSerial(known, found)) return false
  const differs = (one: string | null, other: string | null) => one !== null && other !== null
  return differs(known.mac, found.mac) || differs(tellingSerial(known), tellingSerial(found))
}

/** What is known once `news` were learnt of the same camera. */
export function joined(known: CameraIdentity, news: CameraIdentity): CameraIdentity {
  return {
    mac: news.mac ?? known.mac,
    serial: news.serial ?? known.serial,
    endpoint: news.endpoint ?? known.endpoint,
    model: news.model ?? known.model,
  }
}

function hasSameSerial(one: CameraIdentity, other: CameraIdentity): boolean {
  return isSame(tellingSerial(one), tellingSerial(other))
}

function tellingSerial({ serial }: CameraIdentity): string | null {
  return serial !== null && isTellingSerial(serial) ? serial : null
}

function isSame(one: string | null, other: string | null): boolean {
  return one !== null && one !== '' && one.toLowerCase() === other?.toLowerCase()
}
