import type { EventCategory, LikenessPart, LikenessPartName } from '@sightline/protocol'

/** What two events are compared by. */
export interface Likened {
  /** Lower case, each once. */
  readonly tags: readonly string[]
  readonly objects: readonly { readonly label: string; readonly count: number }[]
  readonly hasText: boolean
  /** Minutes since midnight on the clock of the event's site. */
  readonly minuteOfDay: number
  readonly category: EventCategory
  readonly cameraId: string
  readonly cameraName: string
  readonly siteId: string
  readonly siteName: string
}

/** How alike two events are. */
export interface Likeness {
  /** 0 to 1: the sum of the contributions. */
  readonly score: number
  readonly parts: LikenessPart[]
  /** A sentence for people. */
  readonly explanation: string
}

/** How much each part counts beside the others. What the event asked about lacks gives its weight to the rest. */
const weights: Readonly<Record<LikenessPartName, number>> = {
  tags: 0.25,
  objects: 0.2,
  text: 0.2,
  time_of_day: 0.1,
  category: 0.1,
  camera: 0.15,
}

/** Times of day that lie further apart than this, minutes, are not alike at all. */
const farApartMin = 180

interface Compared {
  readonly part: LikenessPartName
  readonly likeness: number
  readonly why: string
}

/**
 * Compares an event with the one that was asked about.
 * @param text the trigram similarity of their texts, 0 to 1
 */
export function likenessOf(asked: Likened, other: Likened, text: number): Likeness {
  const compared = [
    ...(asked.tags.length > 0 ? [tags(asked, other)] : []),
    ...(asked.objects.length > 0 ? [objects(asked, other)] : []),
    ...(asked.hasText ? [texts(other, text)] : []),
    timesOfDay(asked, other),
    categories(asked, other),
    cameras(asked, other),
  ]
  const total = compared.reduce((sum, { part }) => sum + weights[part], 0)
  const parts = compared.map(({ part, likeness, why }): LikenessPart => {
    const weight = weights[part] / total
    return {
      part,
      likeness: rounded(likeness),
      weight: rounded(weight),
      contribution: rounded(likeness * weight),
      why,
    }
  })
  const score = Math.min(1, rounded(parts.reduce((sum, { contribution }) => sum + contribution, 0)))
  return { score, parts, explanation: explained(score, parts) }
}

/** To four decimals, so that what is shown adds up. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

function tags(asked: Likened, other: Likened): Compared {
  const shared = asked.tags.filter((tag) => other.tags.includes(tag))
  const either = new Set([...asked.tags, ...other.tags]).size
  return {
    part: 'tags',
    likeness: shared.length / either,
    why:
      shared.length === 0
        ? 'no tag in common'
        : `both have the ${shared.length === 1 ? 'tag' : 'tags'} ${listed(shared)}`,
  }
}

function objects(asked: Likened, other: Likened): Compared {
  const [mine, theirs] = [counted(asked), counted(other)]
  const labels = [...new Set([...mine.keys(), ...theirs.keys()])]
  const pairs = labels.map((label) => ({ label, mine: mine.get(label) ?? 0, theirs: theirs.get(label) ?? 0 }))
  const sum = (of: (pair: { mine: number; theirs: number }) => number) =>
    pairs.reduce((total, pair) => total + of(pair), 0)
  const shared = pairs.filter((pair) => pair.mine > 0 && pair.theirs > 0)
  return {
    part: 'objects',
    likeness:
      sum((pair) => Math.min(pair.mine, pair.theirs)) / sum((pair) => Math.max(pair.mine, pair.theirs)),
    why:
      shared.length === 0
        ? 'no kind of object in common'
        : `both show ${listed(shared.map((pair) => `${Math.min(pair.mine, pair.theirs)} ${pair.label}`))}`,
  }
}

function counted({ objects: seen }: Likened): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { label, count } of seen) counts.set(label, (counts.get(label) ?? 0) + count)
  return counts
}

function texts(other: Likened, similarity: number): Compared {
  const why = other.hasText
    ? `the descriptions are ${percent(similarity)} alike`
    : 'the other one is not described'
  return { part: 'text', likeness: similarity, why }
}

function timesOfDay(asked: Likened, other: Likened): Compared {
  const between = Math.abs(asked.minuteOfDay - other.minuteOfDay)
  const apart = Math.min(between, 24 * 60 - between)
  const times = `${clockTime(asked.minuteOfDay)} and ${clockTime(other.minuteOfDay)}`
  return {
    part: 'time_of_day',
    likeness: Math.max(0, 1 - apart / farApartMin),
    why:
      apart === 0
        ? `both at ${clockTime(asked.minuteOfDay)}`
        : `${times}: ${duration(apart)} apart in the day`,
  }
}

function categories(asked: Likened, other: Likened): Compared {
  const same = asked.category === other.category
  const [mine, theirs] = [asked.category, other.category].map((category) => category.replaceAll('_', ' '))
  return {
    part: 'category',
    likeness: same ? 1 : 0,
    why: same ? `both are ${mine}` : `${theirs}, not ${mine}`,
  }
}

function cameras(asked: Likened, other: Likened): Compared {
  if (asked.cameraId === other.cameraId) {
    return { part: 'camera', likeness: 1, why: `the same camera, ${asked.cameraName}` }
  }
  return asked.siteId === other.siteId
    ? { part: 'camera', likeness: 0.5, why: `another camera of the same site, ${asked.siteName}` }
    : { part: 'camera', likeness: 0, why: `another site, ${other.siteName}` }
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

const clockTime = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ')
}

function listed(words: readonly string[]): string {
  const shown = words.slice(0, 5)
  if (words.length > shown.length) return `${shown.join(', ')} and ${words.length - shown.length} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

function explained(score: number, parts: readonly LikenessPart[]): string {
  const telling = parts
    .filter(({ contribution }) => contribution >= 0.02)
    .toSorted((one, other) => other.contribution - one.contribution)
    .map(({ why, contribution }) => `${why} (${percent(contribution)})`)
  const because = telling.length === 0 ? 'nothing that counts' : telling.join('; ')
  return `${percent(score)} alike: ${because}`
}
