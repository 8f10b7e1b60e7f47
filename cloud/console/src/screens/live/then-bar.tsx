import { Button } from '../../controls/button.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { momentOf } from '../../time/format.js'
import { serviceNow } from '../../time/service-clock.js'

/** Says that what is shown is not of now, and leads back. */
export default function ThenBar({ at, zone, onLive }: { at: string; zone: string; onLive: () => void }) {
  const text = useText().wall.past
  const language = useLanguage()
  return (
    <div role="status" className="flex flex-none items-center gap-3 rounded-2 bg-surface-2 px-3 py-1">
      <span className="font-strong">
        {text.title(momentOf(new Date(at), new Date(serviceNow()), { language, zone }))}
      </span>
      <span className="flex-1" />
      <Button small hint="L" onClick={onLive}>
        {text.live}
      </Button>
    </div>
  )
}
