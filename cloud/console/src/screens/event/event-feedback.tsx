import type { Event } from '../../api/events.js'
import { type Feedback, useGiveFeedback, useOwnFeedback } from '../../api/feedback.js'
import { Button } from '../../controls/button.js'
import type { IconName } from '../../icons/icon.js'
import { useEventText } from '../../text/use-event-text.js'

const verdicts: readonly { readonly verdict: Feedback; readonly icon: IconName; readonly key: string }[] = [
  { verdict: 'useful', icon: 'useful', key: 'U' },
  { verdict: 'no_big_deal', icon: 'meh', key: 'N' },
  { verdict: 'wrong', icon: 'wrong', key: 'W' },
]

/** What this person says the event was worth. Said again it replaces what was said. */
export function EventFeedback({ event }: { event: Event }) {
  const text = useEventText()
  const own = useOwnFeedback(event.id).data ?? null
  const give = useGiveFeedback(event.id)
  return (
    <section aria-labelledby="feedback-title" className="flex flex-col gap-2">
      <h2 id="feedback-title" className="text-md font-title">
        {text.worth}
      </h2>
      <div className="grid grid-cols-3 gap-2">
        {verdicts.map(({ verdict, icon, key }) => (
          <Button
            key={verdict}
            icon={icon}
            aria-keyshortcuts={key}
            title={`${text.verdicts[verdict]} (${key})`}
            aria-pressed={own === verdict}
            disabled={give.isPending}
            onClick={() => give.mutate(verdict)}
            className="px-1 aria-pressed:border-accent aria-pressed:bg-accent-soft max-wide:h-[44px]"
          >
            {text.verdicts[verdict]}
          </Button>
        ))}
      </div>
      {give.isError && (
        <p role="alert" className="text-alarm">
          {text.feedbackFailed}
        </p>
      )}
    </section>
  )
}
