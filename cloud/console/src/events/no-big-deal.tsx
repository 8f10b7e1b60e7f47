import { useGiveFeedback, useOwnFeedback } from '../api/feedback.js'
import { Button } from '../controls/button.js'
import { useEventText } from '../text/use-event-text.js'

/** Says that an event was no big deal, without opening it. */
export function NoBigDeal({
  eventId,
  hint,
  className = '',
}: {
  eventId: string
  hint?: string
  className?: string
}) {
  const text = useEventText()
  const own = useOwnFeedback(eventId).data
  const give = useGiveFeedback(eventId)
  return (
    <>
      <Button
        {...(hint !== undefined && { hint })}
        data-no-big-deal=""
        aria-pressed={own === 'no_big_deal'}
        disabled={give.isPending}
        onClick={() => give.mutate('no_big_deal')}
        className={`aria-pressed:border-accent aria-pressed:bg-accent-soft ${className}`}
      >
        {text.verdicts.no_big_deal}
      </Button>
      {give.isError && (
        <span role="alert" className="self-center text-alarm">
          {text.feedbackFailed}
        </span>
      )}
    </>
  )
}
