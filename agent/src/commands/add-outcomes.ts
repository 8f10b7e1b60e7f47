import { AgentError, messageOf } from '../platform/errors.js'
import type { AddedCamera } from './add-camera.js'
import type { ListedCamera } from './camera-list.js'

/** What became of one camera that was to be added. */
export type AddOutcome = { readonly listed: ListedCamera } & (
  | { readonly added: AddedCamera; readonly error: AgentError | null }
  | { readonly added: null; readonly error: AgentError }
)

export function outcomeToJson({ listed, added, error }: AddOutcome) {
  return {
    address: listed.address,
    camera_id: added?.camera_id ?? null,
    name: added?.name ?? null,
    created: added?.created ?? false,
    online: added !== null && error === null,
    error: error && { kind: error.kind, message: error.message, hint: error.hint },
  }
}

/** @throws AgentError if a camera was not added, or is not on line: the one that it was about, or how many there are */
export function throwFailures(outcomes: readonly AddOutcome[], { json }: { readonly json?: boolean }): void {
  const failed = outcomes.filter(({ error }) => error !== null)
  const [first] = failed
  if (!first?.error) return
  if (outcomes.length === 1) {
    const { added, error } = first
    if (added === null) throw error
    throw new AgentError(error.kind, `"${added.name}" is added, but not on line: ${messageOf(error)}`, {
      ...(error.hint === null ? {} : { hint: error.hint }),
      cause: error,
    })
  }
  const lines = failed.map(({ listed, added, error }) => {
    const what = added === null ? 'not added' : 'added, but not on line'
    return `${withoutUserinfo(listed.address)}: ${what}: ${error?.message ?? ''}`
  })
  const summary = `${failed.length} of ${outcomes.length} cameras failed`
  throw new AgentError('failed', json ? summary : [summary, ...lines].join('\n'))
}

/** What was typed, for a person, whatever it was. */
function withoutUserinfo(address: string): string {
  return address.replace(/^([a-z]+:\/\/)?.*@/i, '$1')
}
