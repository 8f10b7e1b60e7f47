import { useThumbnail } from '../api/playback.js'
import { Icon } from '../icons/icon.js'
import { useText } from '../text/use-text.js'

/** The newest picture of a camera, small. @param isOld it is grey: the camera gives none now */
export function NewestPicture({
  cameraId,
  className,
  isOld = false,
}: {
  cameraId: string
  className: string
  isOld?: boolean
}) {
  const text = useText().wall
  const { data, isError } = useThumbnail(cameraId)
  const isWithout = isError || data === null
  return (
    <span
      className={`on-picture grid flex-none place-items-center overflow-hidden rounded-1 bg-stage text-on-picture-2 ${className}`}
    >
      {data && (
        <img
          src={data.url}
          alt=""
          loading="lazy"
          className={`size-full object-contain ${isOld ? 'brightness-[0.6] grayscale' : ''}`}
        />
      )}
      {isWithout && (
        <span title={text.noPictureYet}>
          <Icon name="no-picture" size={18} />
        </span>
      )}
    </span>
  )
}
