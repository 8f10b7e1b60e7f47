/** Where "Go to" can lead, or what it can do. */
export interface Entry {
  /** Kind and id, by which it is known as used lately. */
  readonly key: string
  readonly group: EntryGroup
  /** What is looked for. */
  readonly name: string
  /** Also looked for, and not shown: other words for the same. */
  readonly also?: string
}

export const entryGroups = ['cameras', 'do', 'sites', 'rules', 'gateways', 'people', 'pages'] as const
export type EntryGroup = (typeof entryGroups)[number]

export interface EntryList<Of extends Entry> {
  readonly group: EntryGroup
  readonly entries: readonly Of[]
}

/** As many of a group are shown. */
const most = 6

/** How well a name fits, the lower the better; null: not at all. */
type Fit = 0 | 1 | 2 | null

/** Letters as they are compared: without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function fitOf({ name, also = '' }: Entry, words: readonly string[]): Fit {
  const text = plain(name)
  const all = `${text} ${plain(also)}`
  if (!words.every((word) => all.includes(word))) return null
  if (text.startsWith(words.join(' '))) return 0
  const parts = text.split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
}

/**
 * What fits to what was typed, by group: what was used lately first, then names that begin so, then words within that do, then
 * the rest, each by name. The group with the best comes first. Nothing typed fits everything that was used lately, and pages
 * and commands.
 *
 * @param lately keys, the last one first
 */
export function matchEntries<Of extends Entry>(
  entries: readonly Of[],
  typed: string,
  lately: readonly string[],
): EntryList<Of>[] {
  const words = plain(typed).split(/\s+/u).filter(Boolean)
  const used = new Map(lately.map((key, place) => [key, place]))
  const found = entries
    .flatMap((entry) => {
      const fit = fitOf(entry, words)
      const usedAt = used.get(entry.key) ?? Number.POSITIVE_INFINITY
      const isOffered = words.length > 0 || usedAt < Number.POSITIVE_INFINITY || always.has(entry.group)
      return fit === null || !isOffered ? [] : [{ entry, fit, usedAt }]
    })
    .toSorted(
      (one, other) =>
        compare(one.usedAt, other.usedAt) ||
        one.fit - other.fit ||
        entryGroups.indexOf(one.entry.group) - entryGroups.indexOf(other.entry.group) ||
        (words.length === 0
          ? 0
          : one.entry.name.localeCompare(other.entry.name, undefined, { numeric: true })),
    )
  const groups = new Map<EntryGroup, Of[]>()
  for (const { entry } of found) {
    const list = groups.get(entry.group) ?? []
    if (list.length < most || (words.length === 0 && always.has(entry.group))) list.push(entry)
    groups.set(entry.group, list)
  }
  return [...groups].map(([group, list]) => ({ group, entries: list }))
}

/** Groups that are short enough to be offered before anything is typed. */
const always: ReadonlySet<EntryGroup> = new Set<EntryGroup>(['do', 'pages'])

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1)
