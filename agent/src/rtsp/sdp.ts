/** One payload format of a media section. */
export interface PayloadFormat {
  readonly payloadType: number
  /** Upper case, e.g. H264; null where the camera did not say. */
  readonly encoding: string | null
  readonly clockRate: number | null
  /** Of sound; null where the camera did not say. */
  readonly channels: number | null
  /** Names in lower case. */
  readonly parameters: ReadonlyMap<string, string>
}

export interface MediaSection {
  /** video, audio, application ... as sent, in lower case. */
  readonly kind: string
  readonly formats: readonly PayloadFormat[]
  readonly control: string | null
  /** Whose side it is named from differs; null where the camera did not say. */
  readonly direction: Direction | null
}

type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

export interface SessionDescription {
  readonly control: string | null
  readonly media: readonly MediaSection[]
}

const mostLines = 1000
const mostSections = 32

interface FormatMap {
  readonly encoding: string
  readonly clockRate: number | null
  readonly channels: number | null
}

interface Attributes {
  control: string | null
  direction: Direction | null
  readonly maps: Map<number, FormatMap>
  readonly parameters: Map<number, Map<string, string>>
}

/**
 * Reads a session description (RFC 8866) for what can be used of it. Lines that are missing, repeated or
 * wrong do no harm; a parameter line in the wrong section is found by its payload type.
 */
export function parseSdp(text: string): SessionDescription {
  const session = noAttributes()
  const sections: { kind: string; payloadTypes: number[]; own: Attributes }[] = []
  for (const line of text.split(/\r\n|\n|\r/, mostLines)) {
    const clean = line.trim()
    if (clean.startsWith('m=')) {
      const [kind = '', , , ...types] = clean.slice(2).split(/\s+/)
      const payloadTypes = types
        .map(Number)
        .filter((type) => Number.isInteger(type) && type >= 0 && type < 128)
      sections.push({ kind: kind.toLowerCase(), payloadTypes, own: noAttributes() })
      if (sections.length > mostSections) break
    } else if (clean.startsWith('a=')) {
      readAttribute(clean.slice(2), sections.at(-1)?.own ?? session)
    }
  }
  const everywhere = [session, ...sections.map(({ own }) => own)]
  return {
    control: session.control,
    media: sections.map(({ kind, payloadTypes, own }) => ({
      kind,
      control: own.control,
      direction: own.direction ?? session.direction,
      formats: payloadTypes.map((payloadType) => ({
        payloadType,
        encoding: own.maps.get(payloadType)?.encoding ?? null,
        clockRate: own.maps.get(payloadType)?.clockRate ?? null,
        channels: own.maps.get(payloadType)?.channels ?? null,
        parameters: parametersOf(payloadType, own, everywhere),
      })),
    })),
  }
}

function noAttributes(): Attributes {
  return { control: null, direction: null, maps: new Map(), parameters: new Map() }
}

function readAttribute(text: string, into: Attributes): void {
  const [, name = '', value = ''] = /^([\w-]+)\s*(?::\s*(.*))?$/.exec(text) ?? []
  const key = name.toLowerCase()
  switch (key) {
    case 'sendrecv':
    case 'sendonly':
    case 'recvonly':
    case 'inactive':
      into.direction ??= key
      return
    case 'control':
      into.control ??= value
      return
    case 'rtpmap': {
      const [, type, encoding, rate, channels] =
        /^(\d{1,3})\s+([\w.+-]{1,64})\s*(?:\/\s*(\d{1,9})(?:\s*\/\s*(\d{1,2}))?)?/.exec(value) ?? []
      if (type === undefined || encoding === undefined) return
      const clockRate = Number(rate ?? 0)
      into.maps.set(Number(type), {
        encoding: encoding.toUpperCase(),
        clockRate: clockRate > 0 ? clockRate : null,
        channels: Number(channels ?? 0) > 0 ? Number(channels) : null,
      })
      return
    }
    case 'fmtp': {
      const [, type, list = ''] = /^(\d{1,3})\b\s*(.*)$/.exec(value) ?? []
      if (type !== undefined && !into.parameters.has(Number(type))) {
        into.parameters.set(Number(type), readParameters(list))
      }
    }
  }
}

function readParameters(list: string): Map<string, string> {
  const pairs = list.split(';').map((pair) => pair.trim())
  return new Map(
    pairs
      .filter((pair) => pair.includes('='))
      .map((pair) => {
        const equals = pair.indexOf('=')
        return [pair.slice(0, equals).trim().toLowerCase(), pair.slice(equals + 1).trim()]
      }),
  )
}

function parametersOf(payloadType: number, own: Attributes, everywhere: readonly Attributes[]) {
  const found = own.parameters.get(payloadType)
  if (found !== undefined) return found
  return (
    everywhere.find(({ parameters }) => parameters.has(payloadType))?.parameters.get(payloadType) ??
    new Map<string, string>()
  )
}
