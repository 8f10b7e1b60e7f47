import { Button } from '../../controls/button.js'
import { useText } from '../../text/use-text.js'
import { useSaying } from './use-saying.js'

/** The past could not be looked at to its end. */
export function TrialFailed({ again }: { again: () => void }) {
  const { text } = useSaying()
  const { frame } = useText()
  return (
    <p role="alert" className="flex items-center gap-2 text-ink-2">
      {text.tryFailed}
      <Button small onClick={again}>
        {frame.tryAgain}
      </Button>
    </p>
  )
}
