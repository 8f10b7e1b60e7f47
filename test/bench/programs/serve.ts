import type { z } from 'zod'

/**
 * Answers the questions of the bench, one after the other, until it hangs up; then ends the process, so that
 * nothing outlives a bench that was killed.
 */
export function serve<T extends z.ZodType>(
  question: T,
  answer: (asked: z.infer<T>) => Promise<unknown>,
  close: () => Promise<void> = () => Promise.resolve(),
): void {
  const tell = (reply: object) => void (process.connected && process.send?.(reply))
  process.on('message', (message) => {
    Promise.resolve()
      .then(() => answer(question.parse(message)))
      .then(
        (given) => tell({ answer: given ?? null }),
        (error: unknown) =>
          tell({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      )
  })
  // Ctrl-C reaches the whole group; the bench hangs up when it is ready to.
  process.on('SIGINT', () => undefined)
  process.once('disconnect', () => {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
}
