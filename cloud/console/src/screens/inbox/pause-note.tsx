import { usePause } from '../../api/pause.js'
import { Button } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { nextMorning } from '../../frame/next-morning.js'
import { useInboxText } from '../../text/use-inbox-text.js'
import { useLanguage } from '../../text/use-text.js'
import { clockTime } from '../../time/format.js'

/** Whether somebody is left alone, until when, and the way out of it; else the way into it. */
export function PauseNote() {
  const text = useInboxText()
  const language = useLanguage()
  const { until, set } = usePause()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const timeOf = (at: Date): string => clockTime(at, { language, zone })
  if (until === null) {
    const morning = nextMorning(new Date())
    return (
      <div className="flex justify-end px-4 pt-3">
        <Button small look="bare" icon="quiet" onClick={() => set(morning)}>
          {text.leaveAloneUntil(timeOf(morning))}
        </Button>
      </div>
    )
  }
  return (
    <div className="px-4 pt-4">
      <Note tone="accent">
        <p>{text.leftAloneUntil(timeOf(until))}</p>
        <p className="text-ink-2">{text.leftAloneMeans}</p>
        <Button small onClick={() => set(null)} className="mt-2">
          {text.tellAgain}
        </Button>
      </Note>
    </div>
  )
}
