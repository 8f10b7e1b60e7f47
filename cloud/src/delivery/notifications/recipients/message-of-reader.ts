/** An alert and a person who is to read of it. */
export interface AlertReader {
  readonly alertId: string
  readonly ruleId: string
  readonly userId: string
}

/** An alert that is notified of together with others of its group. */
export interface GroupReader extends AlertReader {
  readonly groupId: string
  /** When the window of the group ends, and its digest leaves. */
  readonly closesAt: Date
}

/** The message about an alert to a person, by `readerKey`. */
export type MessageOfReader = ReadonlyMap<string, string>

export const readerKey = ({ alertId, userId }: Pick<AlertReader, 'alertId' | 'userId'>): string =>
  `${alertId} ${userId}`

/** One of each key, by key: rows are locked in one order by all. */
export function firstOfEach(
  readers: readonly GroupReader[],
  keyOf: (reader: GroupReader) => string,
): readonly GroupReader[] {
  const first = new Map<string, GroupReader>()
  for (const reader of readers) if (!first.has(keyOf(reader))) first.set(keyOf(reader), reader)
  return [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, reader]) => reader)
}
