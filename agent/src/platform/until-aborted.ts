/** Waits for the end of `signal`. @throws always: its reason, or an error that holds it */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () =>
      reject(signal.reason instanceof Error ? signal.reason : new Error('ended', { cause: signal.reason }))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
