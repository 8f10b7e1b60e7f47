import { useUnread } from '../api/inbox.js'
import { Icon } from '../icons/icon.js'
import { useLanguage, useText } from '../text/use-text.js'
import { countOf } from '../time/format.js'
import { openOver } from './over-pages.js'

/** More than this is not told apart in so little room. */
const most = 99

/** Opens the inbox over the page, and says how much of it is not read. @param small a drawing alone */
export function InboxButton({ small }: { small: boolean }) {
  const text = useText().frame
  const language = useLanguage()
  const unread = useUnread().data ?? 0
  const said = unread > most ? `${most}+` : countOf(unread, language)
  const label = unread === 0 ? text.inbox : text.inboxWith(said)
  return (
    <button
      type="button"
      onClick={() => openOver('inbox')}
      aria-label={small ? label : undefined}
      title={small ? label : undefined}
      className={`relative flex flex-none items-center gap-[10px] rounded-2 text-ink-2 hover:bg-surface-2 ${small ? 'size-[40px] justify-center' : 'h-control px-[10px]'}`}
    >
      <Icon name="inbox" />
      {!small && (
        <span>
          {text.inbox}
          {unread > 0 && <span className="sr-only">{text.notRead(said)}</span>}
        </span>
      )}
      {unread > 0 && (
        <span
          aria-hidden="true"
          className={`rounded-full bg-surface-3 text-center font-title text-ink shadow-[inset_0_0_0_1px_var(--line-strong)] ${small ? 'absolute top-[1px] left-1/2 min-w-4 px-1 text-2xs leading-4' : 'ml-auto px-[7px] py-px text-xs'}`}
        >
          {said}
        </span>
      )}
    </button>
  )
}
