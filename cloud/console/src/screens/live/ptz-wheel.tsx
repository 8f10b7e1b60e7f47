import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Camera } from '../../api/cameras.js'
import { ptzKeys, ptzSigns, useHeldMove } from '../../cameras/use-held-move.js'
import { useText } from '../../text/use-text.js'

/** Moves a camera while a button or a key is held; letting go stops it. Escape gives the wheel back. */
export function PtzWheel({ camera, onLeave }: { camera: Camera; onLeave: () => void }) {
  const text = useText().wall.ptz
  const place = useRef<HTMLDivElement>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const held = useHeldMove(camera.id, (moved) =>
    setTrouble(moved === 'moves' ? null : moved === 'cannot' ? text.cannot : text.failed),
  )
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  const leave = (): void => {
    place.current?.closest('li')?.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true })
    onLeave()
  }
  const pressed = (event: KeyboardEvent): void => {
    const direction = ptzKeys[event.key]
    if (event.key === 'Escape') leave()
    else if (direction) held.begin(direction)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={place}
      role="group"
      tabIndex={-1}
      aria-label={text.wheel(camera.name)}
      onKeyDown={pressed}
      onKeyUp={(event) => ptzKeys[event.key] && held.end()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) held.end()
      }}
      className="absolute inset-x-0 bottom-[26px] flex flex-wrap justify-center gap-1"
    >
      {trouble !== null && (
        <p role="status" className="w-full bg-scrim px-2 py-1 text-center text-xs">
          {trouble}
        </p>
      )}
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
          className="grid size-[30px] place-items-center rounded-full bg-scrim text-md text-on-picture hover:bg-stage pointer-coarse:size-[44px]"
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        onClick={leave}
        className="h-[30px] rounded-full bg-scrim px-3 text-xs font-strong text-on-picture pointer-coarse:h-[44px]"
      >
        {text.leave}
      </button>
    </div>
  )
}
