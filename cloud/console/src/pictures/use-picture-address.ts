import { useEffect, useState } from 'react'
import type { Picture } from '../api/adding-cameras.js'

/**
 * An address for a picture that came with an answer; the page takes pictures from nowhere but itself. The one before stays until
 * the newer one can be painted.
 */
export function usePictureAddress(picture: Picture | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!picture) return setAddress(null)
    const bytes = Uint8Array.from(atob(picture.data), (character) => character.charCodeAt(0))
    const made = URL.createObjectURL(new Blob([bytes], { type: picture.content_type }))
    let isWanted = true
    const show = () => {
      if (isWanted) setAddress(made)
    }
    const image = new Image()
    image.src = made
    // One that cannot be decoded is shown as what it is.
    image.decode().then(show, show)
    return () => {
      isWanted = false
      // What is painted stays: an image keeps what it has read.
      URL.revokeObjectURL(made)
    }
  }, [picture])
  return address
}
