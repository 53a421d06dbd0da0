import { type RefObject, useEffect } from 'react'

/** Makes a text area as high as its text. */
export function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight}px`
}

/** Text wraps differently when a phone is rotated. */
export function useFitOnResize(area: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onResize = () => area.current && fitHeight(area.current)
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [area])
}
