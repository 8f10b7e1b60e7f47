import { Icon } from '../icons/icon.js'
import { useText } from '../text/use-text.js'
import { openOver } from './over-pages.js'

/** Opens "Go to": a field to look at, or a drawing alone. */
export function GoToButton({ small }: { small: boolean }) {
  const text = useText().frame
  const open = () => openOver('go-to')
  if (small)
    return (
      <button
        type="button"
        onClick={open}
        aria-label={text.goTo}
        title={text.goTo}
        className="grid size-[40px] flex-none place-items-center rounded-2 text-ink-2 hover:bg-surface-2"
      >
        <Icon name="search" />
      </button>
    )
  return (
    <button
      type="button"
      onClick={open}
      className="light-edge mb-[10px] flex h-control flex-none items-center gap-2 rounded-2 bg-control px-[10px] text-left text-ink-3 hover:bg-surface-3"
    >
      <Icon name="search" size={16} />
      <span className="flex-1">{text.goTo}</span>
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  )
}
