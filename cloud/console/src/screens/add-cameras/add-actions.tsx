import { Button } from '../../controls/button.js'
import { useAddCamerasText } from './use-add-cameras-text.js'
import type { Look } from './use-look.js'

interface AddActionsProps {
  readonly look: Look
  readonly isCurrent: boolean
  /** Newer pictures come by themselves. */
  readonly isMoving: boolean
  readonly isAdding: boolean
  readonly isReady: boolean
  readonly onLook: () => void
  /** Null: there is no further one. */
  readonly onAddNext: (() => void) | null
}

/** At the foot, within reach of a thumb: look first, then add. */
export function AddActions({
  look,
  isCurrent,
  isMoving,
  isAdding,
  isReady,
  onLook,
  onAddNext,
}: AddActionsProps) {
  const text = useAddCamerasText()
  const isSeen = look.kind === 'seen' && isCurrent
  const isLooking = look.kind === 'looking'
  const wasTried = look.kind === 'fault' || look.kind === 'refused'
  const tall = 'max-wide:h-[54px] max-wide:flex-1 max-wide:text-lg max-wide:[&_kbd]:hidden'
  return (
    <footer className="flex flex-none flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3">
      {isSeen ? (
        <>
          <Button type="submit" look="main" hint="Ctrl Enter" aria-disabled={isAdding} className={tall}>
            {isAdding ? text.adding : text.add}
          </Button>
          {onAddNext && (
            <Button aria-disabled={isAdding} onClick={onAddNext} className={tall}>
              {text.addNext}
            </Button>
          )}
          {isMoving || isAdding ? (
            <p className="min-w-0 flex-1 text-xs text-ink-3 max-wide:hidden">{text.recordsThen}</p>
          ) : (
            <Button look="bare" onClick={onLook} className="max-wide:w-full">
              {text.anotherPicture}
            </Button>
          )}
        </>
      ) : (
        <>
          <Button
            type="submit"
            look="main"
            hint="Enter"
            disabled={!isReady}
            aria-disabled={isLooking}
            className={tall}
          >
            {wasTried ? text.lookAgain : text.look}
          </Button>
          <p className="min-w-0 flex-1 text-xs text-ink-3 max-wide:hidden">{text.lookFirst}</p>
        </>
      )}
    </footer>
  )
}
