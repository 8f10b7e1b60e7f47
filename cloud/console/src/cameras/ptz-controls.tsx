import { useState } from 'react'
import { useText } from '../text/use-text.js'
import { ptzKeys, ptzSigns, useHeldMove } from './use-held-move.js'

/** Turns and zooms a camera, by buttons that are held, and by arrows, plus and minus while one of them has the focus. */
export function PtzControls({
  camera: { id, name },
}: {
  camera: { readonly id: string; readonly name: string }
}) {
  const text = useText().wall.ptz
  const [trouble, setTrouble] = useState<string | null>(null)
  const held = useHeldMove(id, (moved) =>
    setTrouble(moved === 'moves' ? null : moved === 'cannot' ? text.cannot : text.failed),
  )
  return (
    <div
      role="group"
      aria-label={text.wheel(name)}
      onKeyDown={(event) => {
        const direction = ptzKeys[event.key]
        if (event.key === 'Escape') held.end()
        else if (direction) held.begin(direction)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
      onKeyUp={(event) => ptzKeys[event.key] && held.end()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) held.end()
      }}
      className="flex flex-none flex-wrap items-center justify-center gap-1 p-2"
    >
      {ptzSigns.map(([direction, sign]) => (
        <button
          key={direction}
          type="button"
          title={text.directions[direction]}
          aria-label={text.directions[direction]}
          onPointerDown={() => held.begin(direction)}
          onPointerUp={() => held.end()}
          onPointerLeave={() => held.end()}
          onPointerCancel={() => held.end()}
          // By the key of a button: a short move, which ends by itself.
          onClick={({ detail }) => detail === 0 && held.once(direction)}
          className="grid size-[34px] touch-none place-items-center rounded-full bg-scrim text-md text-on-picture ring-1 ring-on-picture-2 hover:bg-stage pointer-coarse:size-[44px]"
        >
          {sign}
        </button>
      ))}
      <p role="status" className="w-full text-center text-xs text-on-picture-2 empty:hidden">
        {trouble}
      </p>
    </div>
  )
}
