import { IconButton } from '../../controls/button.js'
import { OwnButton } from '../../frame/own-button.js'
import { useTitle } from '../../frame/use-title.js'
import { useText } from '../../text/use-text.js'

/** On a phone the bar over one alert: where it was, and the way back to the list. */
export function OneAlertBar({ title, onBack }: { title: string; onBack: () => void }) {
  const text = useText().alerts
  useTitle(text.title)
  return (
    <header className="flex min-h-bar flex-none items-center gap-2 border-b border-line px-2">
      <IconButton icon="back" label={text.back} onClick={onBack} className="size-[44px]" />
      <h1 className="min-w-0 flex-1 truncate text-lg font-title">{title}</h1>
      <OwnButton small />
    </header>
  )
}
