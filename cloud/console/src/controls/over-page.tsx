import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { Icon } from '../icons/icon.js'
import { buttonClass } from './button.js'

interface OverPageProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** `middle`: stands in the middle; `side`: a sheet at the right edge. On phones both fill the page. */
  readonly place: 'middle' | 'side'
  readonly closeLabel: string
  /** What stands beside the title. */
  readonly beside?: ReactNode
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

const places = {
  middle:
    'inset-0 m-auto max-h-[min(86dvh,760px)] w-[min(760px,100vw)] max-wide:max-h-none max-wide:w-full wide:rounded-4',
  side: 'inset-y-0 right-0 w-[min(460px,100vw)] wide:rounded-l-4',
}

/** Something over the page that has the focus until it is closed. `Escape` and a press beside it close it. */
export function OverPage({
  title,
  isOpen,
  onClose,
  place,
  closeLabel,
  beside,
  initialFocus,
  children,
}: OverPageProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup
          {...(initialFocus && { initialFocus })}
          className={`fixed z-50 flex flex-col overflow-hidden bg-surface text-ink shadow-3 outline-none ${places[place]} ${place === 'middle' ? 'h-fit max-wide:h-full' : ''}`}
        >
          <header className="flex flex-none items-center gap-2 border-b border-line py-2 pr-2 pl-5 max-wide:pl-4">
            <Dialog.Title className="min-w-0 flex-1 truncate text-lg font-title">{title}</Dialog.Title>
            {beside}
            <Dialog.Close aria-label={closeLabel} className={buttonClass({ look: 'bare', bare: true })}>
              <Icon name="close" />
            </Dialog.Close>
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
