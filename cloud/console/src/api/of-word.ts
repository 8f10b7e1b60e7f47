/** What a table has for a word of the service. A service that is newer than the page may say others: for them `otherwise`. */
export function ofWord<Word extends string, Value>(
  table: Readonly<Record<Word, Value>>,
  word: Word,
  otherwise: Value,
): Value {
  return Object.hasOwn(table, word) ? table[word] : otherwise
}
