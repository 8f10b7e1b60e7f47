import { useSize } from '../../../frame/use-size.js'
import { frameAt } from '../../../timeline/preview.js'
import { gridHeight, gridWidth } from './moved-cells.js'
import type { TriedClip } from './use-try-out.js'
import type { TriedMovement } from './use-trying.js'

interface TriedPictureProps {
  readonly clip: TriedClip
  /** Which of the small pictures. */
  readonly place: number
  /** Px. */
  readonly width: number
}

/** One of the small pictures of a clip. */
export function TriedPicture({ clip: { preview }, place, width }: TriedPictureProps) {
  const frame = frameAt(preview, preview.offsets_sec[place] ?? 0)
  const scale = width / frame.width
  const rows = Math.ceil(preview.offsets_sec.length / preview.columns)
  return (
    <span
      aria-hidden="true"
      className="block flex-none rounded-1 bg-stage"
      style={{
        width,
        height: frame.height * scale,
        backgroundImage: `url("${preview.url}")`,
        backgroundSize: `${preview.columns * width}px ${rows * frame.height * scale}px`,
        backgroundPosition: `${-frame.x * scale}px ${-frame.y * scale}px`,
      }}
    />
  )
}

/** A clip of the try-out in place of the live picture, with where something moved in it. */
export function TriedMovementPicture({ tried: { clip, movement } }: { tried: TriedMovement }) {
  const [place, size] = useSize()
  return (
    <div ref={place} data-tried={clip.eventId} className="absolute inset-0 bg-stage">
      {size.width > 0 && <TriedPicture clip={clip} place={movement.strongest} width={size.width} />}
      <svg
        viewBox={`0 0 ${gridWidth} ${gridHeight}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
      >
        {[...movement.cells].map((cell) => (
          <rect
            key={cell}
            x={cell % gridWidth}
            y={Math.floor(cell / gridWidth)}
            width={1}
            height={1}
            className="fill-on-picture-accent opacity-45"
          />
        ))}
      </svg>
    </div>
  )
}
