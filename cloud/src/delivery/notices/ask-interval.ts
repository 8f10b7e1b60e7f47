/** After a change that no hint told of, ms: mostly more of its kind follow. */
const soonMs = 10

/** What came of a question. */
interface Answered {
  /** Somebody hinted at a change before it was asked. */
  readonly wasHinted: boolean
  /** Something had changed. */
  readonly hasFound: boolean
}

/**
 * After how long to ask again what changed, where nothing hints at a change until then, ms. What a program beside the nodes writes, and
 * a node whose hints do not arrive, is hinted at by nobody: after the first change of that kind those that follow are asked for soon,
 * and ever more seldom once they end.
 */
export function nextAskMs(beforeMs: number, usualMs: number, { wasHinted, hasFound }: Answered): number {
  return Math.min(usualMs, hasFound && !wasHinted ? soonMs : 2 * beforeMs)
}
