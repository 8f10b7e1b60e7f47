import { useEventText } from '../text/use-event-text.js'
import { useLanguage } from '../text/use-text.js'
import { localeOf } from '../time/format.js'
import { boxesAt, type SeenPicture } from './seen-boxes.js'

const percent = (share: number): string => `${100 * share}%`
/** A box that begins higher than this has its label inside. */
const roomAbove = 0.08

/** What the model marked, over the picture as it stands. */
export function Boxes({ pictures, second }: { pictures: readonly SeenPicture[]; second: number }) {
  const text = useEventText()
  const language = useLanguage()
  const shown = boxesAt(pictures, second)
  if (!shown) return null
  const share = new Intl.NumberFormat(localeOf(language), { style: 'percent' })
  const { width, height, boxes } = shown.picture
  return (
    <div
      data-boxes={shown.picture.number}
      role="img"
      aria-label={text.boxes(boxes.map(({ label }) => label ?? text.face).join(', '))}
      className="pointer-events-none absolute inset-0 grid place-items-center [container-type:size]"
    >
      {/* As the picture: whole, with black around. */}
      <div
        className="relative"
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100cqw, 100cqh * ${width / height})` }}
      >
        {boxes.map(({ label, confidence, box }) => (
          <span
            key={`${label} ${box.x} ${box.y}`}
            className="absolute"
            style={{
              left: percent(box.x),
              top: percent(box.y),
              width: percent(box.width),
              height: percent(box.height),
            }}
          >
            <span
              className="absolute inset-0 border-2 border-on-picture shadow-[0_0_0_1px_var(--stage),inset_0_0_0_1px_var(--stage)]"
              style={{ opacity: Math.max(0.25, shown.strength) }}
            />
            {label !== null && (
              <span
                className={`absolute left-0 rounded-1 bg-on-picture px-[5px] py-px text-xs font-strong whitespace-nowrap text-stage ${box.y < roomAbove ? 'top-[3px] ml-[3px]' : 'bottom-full mb-[2px]'}`}
              >
                {label}
                {confidence !== null && ` ${share.format(confidence)}`}
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  )
}
