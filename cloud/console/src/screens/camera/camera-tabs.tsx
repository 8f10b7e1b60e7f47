import { Link } from '@tanstack/react-router'
import { useUser } from '../../session/use-session.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { tabsFor } from './camera-search.js'

/** What is said of a camera: its events and how it fares; what to look for and its settings, for who may change them. */
export function CameraTabs({ hasDetail }: { hasDetail: boolean }) {
  const text = useCameraText()
  const { role } = useUser()
  return (
    <nav
      aria-label={text.tabsOf}
      className="flex flex-none gap-[18px] overflow-x-auto border-b border-line px-4 [scrollbar-width:none]"
    >
      {tabsFor(role, hasDetail).map((one) => (
        <Link
          key={one}
          from="/cameras/$id/{-$tab}"
          params={(before) => ({ ...before, tab: one === 'events' ? undefined : one })}
          search={(before) => before}
          replace
          activeOptions={{ exact: true, includeSearch: false }}
          className="-mb-px border-b-2 border-transparent py-[9px] font-strong whitespace-nowrap text-ink-3 aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {text.tabs[one]}
        </Link>
      ))}
    </nav>
  )
}
