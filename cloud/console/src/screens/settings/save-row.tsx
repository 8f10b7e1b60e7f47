import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refusalOf } from '../../api/refusal.js'
import { Button } from '../../controls/button.js'
import { Unsaved } from '../../frame/unsaved.js'
import { useSettingsText } from './use-settings-text.js'

interface SaveRowProps {
  readonly saving: Pick<UseMutationResult<unknown, unknown, never>, 'isPending' | 'isSuccess' | 'error'>
  /** Whether there is something to save. */
  readonly isChanged: boolean
  readonly children?: ReactNode
}

/** The button at the foot of a form, and what became of pressing it. Asks before somebody leaves what they did not save. */
export function SaveRow({ saving: { isPending, isSuccess, error }, isChanged, children }: SaveRowProps) {
  const text = useSettingsText()
  const reason = useReason(error)
  return (
    <div className="flex min-h-control flex-wrap items-center gap-3">
      <Unsaved isUnsaved={isChanged && !isPending} />
      <Button type="submit" look={isChanged ? 'main' : 'plain'} disabled={isPending || !isChanged}>
        {text.save}
      </Button>
      {children}
      <p role="status" className="min-w-0 text-ink-2">
        {isSuccess && !isChanged && text.saved}
        {error !== null && <span className="text-alarm">{reason}</span>}
      </p>
    </div>
  )
}

/** Why something could not be saved, in a sentence. */
export function useReason(error: unknown): string {
  const text = useSettingsText()
  const refusal = refusalOf(error)
  if (!refusal) return text.noAnswer
  if (refusal.code === 'rate_limited') return text.slowDown
  if (refusal.code === 'not_found') return text.gone
  // What is wrong with a field stands beside it.
  if (refusal.details.some(({ path }) => path !== '')) return text.notSaved
  return `${text.notSaved} ${text.serviceSays(refusal.message)}`
}
