import { FailedCall } from '@sightline/client'
import { Button } from '../../controls/button.js'
import { useSaying } from './use-saying.js'

interface SaveKnobsProps {
  /** Whether there is something to save. */
  readonly isTyped: boolean
  readonly change: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: Error | null }
  readonly onSave: () => void
}

/** Saves what was typed, and says what became of it. */
export function SaveKnobs({ isTyped, change, onSave }: SaveKnobsProps) {
  const { text } = useSaying()
  return (
    <div className="flex items-center gap-3">
      <Button look="main" disabled={!isTyped || change.isPending} onClick={onSave}>
        {text.save}
      </Button>
      <span role="status" className="text-xs text-ink-2">
        {change.isSuccess && !isTyped && text.saved}
        {change.error && (
          <span className="text-alarm">
            {text.notSaved} {change.error instanceof FailedCall ? change.error.error.message : ''}
          </span>
        )}
      </span>
    </div>
  )
}
