import { Icon } from '../icons/icon.js'
import { type Kind, kindIcons } from './kind.js'

/** The picture of an event in a list, whole; where there is none, or it does not come, the drawing of its kind. */
export function Snapshot({ src, kind }: { src: string | null; kind: Kind }) {
  return (
    <span className="relative grid size-full place-items-center text-on-picture-2">
      <Icon name={kindIcons[kind]} size={18} />
      {src !== null && (
        <img
          src={src}
          alt=""
          loading="lazy"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true
          }}
          className="absolute inset-0 size-full bg-stage object-contain"
        />
      )}
    </span>
  )
}
