import { type Event, useAnalyze } from '../../api/events.js'
import { Button } from '../../controls/button.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { useEventText } from '../../text/use-event-text.js'

/** Has the models look at an event once more; for admins, for it costs. */
export function LookAgain({ event }: { event: Event }) {
  const text = useEventText()
  const { role } = useUser()
  const analyze = useAnalyze(event.id)
  if (!mayAs(role, 'admin') || event.clip_url === null) return null
  return (
    <>
      {analyze.isError && (
        <span role="alert" className="text-alarm">
          {text.changeFailed}
        </span>
      )}
      <Button
        small
        disabled={analyze.isPending || event.ai_status === 'pending'}
        onClick={() => analyze.mutate()}
      >
        {text.lookAgain}
      </Button>
    </>
  )
}
